import type { OfferedModel } from '@vee/contract/http/models'
import { expect, it } from 'vitest'
import { findModels, MAX_SHOWN } from './find-models.ts'

const model = (provider: string, name: string): OfferedModel => ({
  id: `${provider}:${name}`,
  name,
  provider: { id: provider, name: provider.toUpperCase() },
  organization: null,
  location: 'vendor',
  canSee: null,
  canUseTools: null,
  region: null,
  canReason: null,
  contextTokens: null,
  outputTokens: null,
  prices: null,
  firstTokenMs: null,
  locked: null,
})
const MODELS = [model('openai', 'gpt-4o'), model('openai', 'gpt-4o-mini'), model('house', 'llama3')]
const idsFor = (typed: string, favorites: readonly string[] = []) =>
  findModels(MODELS, typed, new Set(favorites)).groups.map(({ id, models }) => [
    id,
    models.map(({ name }) => name),
  ])

it('groups all models by provider in the order of the server', () => {
  expect(idsFor('')).toEqual([
    ['openai', ['gpt-4o', 'gpt-4o-mini']],
    ['house', ['llama3']],
  ])
})

it('matches every term in the name or the provider', () => {
  expect(idsFor('MINI openai')).toEqual([['openai', ['gpt-4o-mini']]])
  expect(idsFor('mini house')).toEqual([])
})

it('lists favorites first, each model once', () => {
  expect(idsFor('', ['house:llama3', 'gone:model'])).toEqual([
    ['favorites', ['llama3']],
    ['openai', ['gpt-4o', 'gpt-4o-mini']],
  ])
})

it('groups the models of an organization under its name, and finds them by it', () => {
  const harbour = { id: 'o1', name: 'Harbour' }
  const brought = [model('ep-1', 'large'), model('ep-2', 'small')].map((offered) => ({
    ...offered,
    organization: harbour,
  }))
  const { groups } = findModels([...brought, ...MODELS], 'harbour', new Set())
  expect(groups).toEqual([{ id: 'o1', name: 'Harbour', models: brought }])
})

it('counts the hidden results', () => {
  const many = Array.from({ length: MAX_SHOWN + 7 }, (_, index) => model('router', `model-${index}`))
  const { groups, hiddenCount } = findModels(many, '', new Set())
  expect([groups[0]?.models.length, hiddenCount]).toEqual([MAX_SHOWN, 7])
})
