// @vitest-environment happy-dom
import type { Agent } from '@vee/contract/entities/agent'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { changeSettings, resetSettings } from '#lib/settings/index.ts'
import type { SpokenCommand } from '#voice/words/index.ts'
import { createSpokenWords } from './spoken-words.ts'

const AGENTS = [
  { id: 'tutor_agent', label: 'Tutor', capabilities: { acceptsVoiceInput: true } },
] as unknown as Agent[]

const executeCommand = vi.fn<(command: SpokenCommand) => void>()
const words = createSpokenWords({ agents: () => AGENTS, executeCommand })

beforeEach(async () => {
  localStorage.clear()
  resetSettings()
  executeCommand.mockClear()
  await switchTexts('de-DE')
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
