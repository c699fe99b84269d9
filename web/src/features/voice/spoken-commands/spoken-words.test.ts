// @vitest-environment happy-dom
import type { Agent } from '@vee/contract/entities/agent'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { changeSettings, resetSettings } from '#lib/settings/index.ts'
import type { SpokenCommand } from '#voice/words/index.ts'
import { createSpokenWords } from './spoken-words.ts'

const AGENTS = [
  { id: 'tutor_agent', label: 'Tutor', capabilities: { acceptsVoiceInput: true } },
] as unknown as Agent[]

const executeCommand = vi.fn<(command: SpokenCommand) => void>()
const json = vi.fn<() => Promise<unknown>>()
const api = { json } as unknown as Pick<Api, 'json'>
let looks: 'nothing' | 'demands' | 'questions' = 'demands'
let hasSources = false
const words = createSpokenWords({
  api,
  agents: () => AGENTS,
  looksAt: () => looks,
  hasSources: () => hasSources,
  executeCommand,
})

beforeEach(async () => {
  localStorage.clear()
  resetSettings()
  executeCommand.mockClear()
  await switchTexts('de-DE')
})

it.each(['Ist das sicher?', 'Öffne es!'])('%j is a command only about a reply with sources', async (said) => {
  hasSources = false
  expect(await words.understand(said)).toBe(said)
  hasSources = true
  expect(await words.understand(said)).toBe('')
  hasSources = false
})

describe('words in voice activation', () => {
  beforeEach(() => changeSettings({ audioInputMode: 'voice-activation' }))

  it.each([
    ['Vee, wie spät ist es?', 'wie spät ist es?'],
    ['Tutor, wie spät ist es?', 'wie spät ist es?'],
    ['Tutor', ''],
    ['Tutor ist ein lateinisches Wort.', 'Tutor ist ein lateinisches Wort.'],
  ])('%j leaves %j', async (said, rest) => expect(await words.understand(said)).toBe(rest))
})

it('a command is recognized in the language of the page, independent of the last detected one', async () => {
  changeSettings({ speechLanguage: 'ja-JP' })
  expect(await words.understand('Lauter!')).toBe('')
  expect(await words.understand('もっと速く。')).toBe('')
  expect(executeCommand.mock.calls).toEqual([[{ kind: 'louder' }], [{ kind: 'faster' }]])
})

it('words that may name a model are a command only if there is such a model', async () => {
  const models = [
    { id: 'openai:gpt-4o', name: 'gpt-4o', provider: { id: 'openai', name: 'OpenAI' }, locked: null },
  ]
  json.mockResolvedValue({ items: models, defaultId: null })
  expect(await words.understand('Nimm metrische Einheiten.')).toBe('Nimm metrische Einheiten.')
  expect(await words.understand('Nimm GPT-4o.')).toBe('')
  // Called like a family of models: the command says that there is none.
  expect(await words.understand('Antworte mit Claude.')).toBe('')
  const names = executeCommand.mock.calls.map(([command]) => 'choice' in command && command.choice)
  expect(names).toMatchObject([{ name: 'gpt 4o' }, { name: 'claude' }])
  expect(json).toHaveBeenCalledOnce()
})

it.each([
  ['nothing', 'Schau dir das an.', false],
  ['demands', 'Schau dir das an.', true],
  ['demands', 'Was ist das?', false],
  ['questions', 'Was ist das?', true],
] as const)('where %s are looked at, “%s” is a command: %s', async (meant, text, isCommand) => {
  looks = meant
  expect(await words.understand(text)).toBe(isCommand ? '' : text)
})
