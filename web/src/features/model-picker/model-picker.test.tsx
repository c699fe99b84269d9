/**
 * @vitest-environment happy-dom
 */
import type { OfferedModel } from '@vee/contract/http/models'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { changeSettings, chooseForConversation, resetSettings, useSettings } from '#lib/settings/index.ts'
import { ModelPicker } from './index.ts'

const model = (name: string, locked: OfferedModel['locked'] = null): OfferedModel => ({
  id: `openai:${name}`,
  name,
  provider: { id: 'openai', name: 'OpenAI' },
  organization: null,
  location: 'vendor',
  canSee: true,
  canUseTools: true,
  region: null,
  canReason: false,
  contextTokens: 128_000,
  outputTokens: null,
  prices: { input: 2.5, output: 10 },
  firstTokenMs: 640,
  locked,
})
const MODELS = [
  model('gpt-4o'),
  model('gpt-4o-mini'),
  model('a', 'sign-in'),
  model('b', 'plan'),
  model('c', 'people'),
]

const onClose = vi.fn<() => void>()
const onUnlock = vi.fn<(lock: string) => void>()
const onModel = vi.fn<(id: string) => void>()

beforeEach(async () => {
  localStorage.clear()
  resetSettings()
  vi.resetAllMocks()
  await switchTexts('en')
  await loadLazyTexts()
})
afterEach(cleanup)

async function open(more: Partial<Parameters<typeof ModelPicker>[0]> = {}) {
  const api = { json: async () => ({ items: MODELS, defaultId: 'openai:gpt-4o' }) } as unknown as Api
  const fixed = { api, agentId: 'v_agent', conversationId: 'c1', onClose, onUnlock }
  render(<ModelPicker {...fixed} {...more} />)
  await screen.findAllByRole('button', { name: /^gpt-4o-mini/ })
}
const row = (name: RegExp) => screen.getByRole('button', { name })

it('describes a model by capabilities, price and measured speed', async () => {
  await open()
  const facts =
    'Sees images · Uses tools · 128K tokens of context · $2.50 in, $10.00 out per million tokens · Starts after 0.6 sec'
  expect(row(/^gpt-4o ?Sees/).textContent).toBe(`gpt-4o${facts}`)
})

it('says why a model is locked, and leads to what opens it', async () => {
  await open()
  expect(row(/^a ?Log in to use it/).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(row(/^b ?Not included in your plan/))
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show plans' }))
  expect(onUnlock.mock.calls).toEqual([['sign-in'], ['plan']])
  expect(row(/^c ?Available to certain people only. Ask the host/)).toBeTruthy()
})

it('sets a model for typed and another for spoken messages, which ends a choice by voice', async () => {
  chooseForConversation('c1', 'openai:gpt-4o-mini')
  await open()
  expect(row(/^gpt-4o-mini/).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(row(/^gpt-4o ?Sees/))
  expect(useSettings.getState()).toMatchObject({
    modelByAgent: { v_agent: 'openai:gpt-4o' },
    modelByConversation: {},
  })
  cleanup()
  await open()
  await userEvent.click(screen.getByRole('radio', { name: 'Spoken messages' }))
  await userEvent.click(row(/^gpt-4o-mini/))
  expect(useSettings.getState()).toMatchObject({
    modelByAgent: { v_agent: 'openai:gpt-4o' },
    spokenModel: 'openai:gpt-4o-mini',
  })
})

it('chooses a model for one reply by keyboard, and changes no setting', async () => {
  changeSettings({ favoriteModels: ['openai:gpt-4o-mini'] })
  await open({ onModel })
  expect(within(screen.getByRole('region', { name: 'Favorites' })).getByText('gpt-4o-mini')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  await userEvent.type(screen.getByRole('searchbox'), '4o{ArrowDown}{ArrowDown}{Enter}')
  expect(onModel).toHaveBeenCalledWith('openai:gpt-4o')
  expect(onClose).toHaveBeenCalledOnce()
  expect(useSettings.getState().modelByAgent).toEqual({})
})

it('opens with a search', async () => {
  await open({ search: 'mini' })
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('mini')
  expect(screen.queryByRole('button', { name: /^gpt-4o ?Sees/ })).toBeNull()
})
