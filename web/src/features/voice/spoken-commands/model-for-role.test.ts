import type { OfferedModel } from '@vee/contract/http/models'
import { expect, it } from 'vitest'
import { modelForRole } from './model-for-role.ts'

const model = (
  provider: string,
  name: string,
  output?: number,
  more: Partial<OfferedModel> = {},
): OfferedModel => ({
  id: `${provider}:${name}`,
  name,
  provider: { id: provider, name: provider },
  organization: null,
  location: 'vendor',
  canSee: null,
  canUseTools: null,
  region: null,
  canReason: null,
  contextTokens: null,
  outputTokens: null,
  prices: output === undefined ? null : { input: output / 4, output },
  firstTokenMs: null,
  locked: null,
  ...more,
})
const VENDOR = [
  model('openai', 'usual', 10),
  model('openai', 'mini', 0.6),
  model('openai', 'large', 60),
  model('openai', 'unaffordable', 600),
  model('openai', 'locked', 90, { locked: 'plan' }),
  model('other', 'huge', 75),
]
const LOCAL = ['llama3.1:8b', 'qwen2.5-72b-instruct', 'phi'].map((name) => model('ollama', name, 0))
const NONE = { typed: '', spoken: '', favorites: [] }
const both = (models: readonly OfferedModel[], choices = {}) =>
  (['strong', 'fast'] as const).map((role) => modelForRole(role, models, { ...NONE, ...choices })?.name)

it("are the user's choices for typed and for spoken messages", () => {
  expect(both(VENDOR, { typed: 'other:huge', spoken: 'openai:usual' })).toEqual(['huge', 'usual'])
  expect(both(VENDOR, { typed: 'gone:gone', spoken: 'openai:locked' })).toEqual(['large', 'mini'])
})

it('are told apart by price, and the strong one has a limit', () => {
  expect(both(VENDOR)).toEqual(['large', 'mini'])
  expect(both(VENDOR, { favorites: ['other:huge', 'openai:usual'] })).toEqual(['huge', 'usual'])
})

it('are told apart by their parameters where all are free, and by speed then', () => {
  expect(both(LOCAL)).toEqual(['qwen2.5-72b-instruct', 'llama3.1:8b'])
  const measured = [model('a', 'x', 0, { firstTokenMs: 900 }), model('a', 'y', 0, { firstTokenMs: 200 })]
  expect(both(measured)).toEqual([undefined, 'y'])
})

it('are the only model, or none', () => {
  expect(both([model('a', 'only')])).toEqual(['only', 'only'])
  expect(both([model('builtin', 'vee', 0)])).toEqual([undefined, undefined])
})
