// @vitest-environment happy-dom
import type { Agent } from '@vee/contract/entities/agent'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useMentionedNotes } from '#lib/files/mentioned-notes.ts'
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
let found: readonly string[] = []
let isSignedIn = false
const announce = vi.fn<(text: string) => void>()
const words = createSpokenWords({
  api,
  agents: () => AGENTS,
  looksAt: () => looks,
  hasSources: () => hasSources,
  hasFound: async (what) => found.includes(what),
  isSignedIn: () => isSignedIn,
  announce,
  callAgent: (agentId) => changeSettings({ activeAgentId: agentId }),
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
  expect(await words.executeCommandIn(said)).toBe(said)
  hasSources = true
  expect(await words.executeCommandIn(said)).toBe('')
  hasSources = false
})

it('narrows and plays only what was found, and reads notes only to members', async () => {
  const spoken = ['Nur seit Juni.', 'Spiel es ab.', 'Was weißt du über mich?', 'Das ist falsch, vergiss es.']
  for (const said of spoken) expect(await words.executeCommandIn(said)).toBe(said)
  found = ['search', 'sound']
  isSignedIn = true
  useMentionedNotes.setState({ mentioned: [{ id: 'n1', text: 'Likes tea.', start: 0 }] })
  for (const said of spoken) expect(await words.executeCommandIn(said)).toBe('')
  expect(executeCommand.mock.calls.map(([{ kind }]) => kind)).toEqual([
    'narrow-search',
    'play-found',
    'about-me',
    'forget-that',
  ])
})

describe('the question whether to remember something', () => {
  const decide = vi.fn<(decision: object) => void>()
  beforeEach(() => {
    decide.mockClear()
    announce.mockClear()
    useMentionedNotes.setState({ asked: { note: { id: 'n1', text: 'Ist nach Graz gezogen.' }, decide } })
  })

  it.each([
    ['Ja, gerne.', { state: 'accepted' }],
    ['Nein, danke.', { state: 'rejected' }],
    ['Nein, Linz.', { state: 'accepted', text: 'Ist nach Linz gezogen.' }],
  ])('is answered by %j once', async (said, decision) => {
    expect(await words.executeCommandIn(said)).toBe('')
    expect(decide.mock.calls).toEqual([[decision]])
    expect(await words.executeCommandIn('Was ist das?')).toBe('Was ist das?')
    expect(decide).toHaveBeenCalledOnce()
  })

  it('says a correction back, and it can be forgotten', async () => {
    await words.executeCommandIn('Nein, Linz.')
    expect(announce).toHaveBeenCalledWith('Ich merke mir: Ist nach Linz gezogen.')
    expect(useMentionedNotes.getState().mentioned).toEqual([
      { id: 'n1', text: 'Ist nach Linz gezogen.', start: 0 },
    ])
  })

  it('is closed by other words, which are for the assistant', async () => {
    expect(await words.executeCommandIn('Wie wird das Wetter?')).toBe('Wie wird das Wetter?')
    expect(await words.executeCommandIn('Ja.')).toBe('Ja.')
    expect(decide).not.toHaveBeenCalled()
  })
})

describe('words in voice activation', () => {
  beforeEach(() => changeSettings({ audioInputMode: 'voice-activation' }))

  it.each([
    ['Vee, wie spät ist es?', 'wie spät ist es?'],
    ['Tutor, wie spät ist es?', 'Tutor, wie spät ist es?'],
    ['Tutor', ''],
    ['Tutor ist ein lateinisches Wort.', 'Tutor ist ein lateinisches Wort.'],
  ])('%j leaves %j', async (said, rest) => expect(await words.executeCommandIn(said)).toBe(rest))
})

it('a command is recognized in the language of the page, independent of the last detected one', async () => {
  changeSettings({ speechLanguage: 'ja-JP' })
  expect(await words.executeCommandIn('Lauter!')).toBe('')
  expect(await words.executeCommandIn('もっと速く。')).toBe('')
  expect(executeCommand.mock.calls).toEqual([[{ kind: 'louder' }], [{ kind: 'faster' }]])
})

it('words that may name a model are a command only if there is such a model', async () => {
  const models = [
    { id: 'openai:gpt-4o', name: 'gpt-4o', provider: { id: 'openai', name: 'OpenAI' }, locked: null },
  ]
  json.mockResolvedValue({ items: models, defaultId: null })
  expect(await words.executeCommandIn('Nimm metrische Einheiten.')).toBe('Nimm metrische Einheiten.')
  expect(await words.executeCommandIn('Nimm GPT-4o.')).toBe('')
  // Called like a family of models: the command says that there is none.
  expect(await words.executeCommandIn('Antworte mit Claude.')).toBe('')
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
  expect(await words.executeCommandIn(text)).toBe(isCommand ? '' : text)
})
