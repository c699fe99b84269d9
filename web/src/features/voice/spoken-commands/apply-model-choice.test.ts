// @vitest-environment happy-dom
import type { SpokenModelChoice } from '@vee/contract/spoken/model-choice'
import { beforeEach, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { changeSettings, chosenModels, resetSettings, useSettings } from '#lib/settings/index.ts'
import { applyModelChoice, type ModelChoiceDependencies } from './apply-model-choice.ts'

const model = (name: string, output: number, locked: string | null = null) => ({
  id: `openai:${name}`,
  name,
  provider: { id: 'openai', name: 'OpenAI' },
  prices: { input: output, output },
  firstTokenMs: null,
  locked,
})
const MODELS = [
  model('gpt-4o', 10),
  model('gpt-4o-mini', 1),
  model('gpt-5', 20),
  model('secret-7', 5, 'people'),
]

const announce = vi.fn<(text: string) => void>()
const openPicker = vi.fn<(search: string) => void>()
let list: () => Promise<unknown>

beforeEach(async () => {
  localStorage.clear()
  resetSettings()
  announce.mockClear()
  openPicker.mockClear()
  list = async () => ({ items: MODELS, defaultId: MODELS[0]?.id })
  await switchTexts('en')
})

async function choose(
  choice: SpokenModelChoice,
): Promise<{ readonly typed: string; readonly spoken: string }> {
  const api = { json: () => list() } as unknown as ModelChoiceDependencies['api']
  await applyModelChoice(choice, { api, agentId: 'v_agent', conversationId: 'c1', announce, openPicker })
  return chosenModels(useSettings.getState(), 'v_agent', 'c1')
}
const named = (name: string) => ({ model: 'named', name, isCertain: true }) as const

it('chooses the model for typed and spoken messages of this conversation only, and says so', async () => {
  changeSettings({ spokenModel: 'openai:gpt-4o-mini', modelByAgent: { v_agent: 'openai:gpt-4o' } })
  expect(await choose(named('gpt 5'))).toEqual({ typed: 'openai:gpt-5', spoken: 'openai:gpt-5' })
  expect(announce).toHaveBeenCalledWith('gpt-5 replies from now on')
  expect(openPicker).not.toHaveBeenCalled()
  expect(chosenModels(useSettings.getState(), 'v_agent', 'c2')).toEqual({
    typed: 'openai:gpt-4o',
    spoken: 'openai:gpt-4o-mini',
  })
  expect(await choose({ model: 'automatic' })).toEqual({ typed: '', spoken: '' })
  expect(announce).toHaveBeenLastCalledWith('The model is chosen automatically from now on')
})

it('chooses by role', async () => {
  expect((await choose({ model: 'strong' })).spoken).toBe('openai:gpt-5')
  expect((await choose({ model: 'fast' })).typed).toBe('openai:gpt-4o-mini')
})

it.each([
  ['claude', 'There is no model called “claude”. Choose one.', ''],
  ['gpt', 'Several models match “gpt”. Choose one.', 'gpt'],
  ['secret 7', 'You cannot use secret-7 yet. The list says why.', 'secret-7'],
])('%j opens the picker and says why', async (name, text, search) => {
  expect((await choose(named(name))).typed).toBe('')
  expect(announce).toHaveBeenCalledWith(text)
  expect(openPicker).toHaveBeenCalledWith(search)
})

it('changes nothing while the list cannot be loaded', async () => {
  list = () => Promise.reject(new Error('offline'))
  expect((await choose(named('gpt 5'))).typed).toBe('')
  expect(announce).toHaveBeenCalledWith('The list of models could not be loaded')
})
