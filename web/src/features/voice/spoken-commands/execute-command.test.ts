// @vitest-environment happy-dom
import type { Agent } from '@vee/contract/entities/agent'
import { beforeEach, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import type { SpokenCommand } from '#voice/words/index.ts'
import { useOpenedSource } from '#lib/files/opened-source.ts'
import { executeCommand, type CommandDependencies } from './execute-command.ts'

const agent = (id: string, label: string, lock?: Agent['accessTier']) =>
  ({ id, label, locked: lock !== undefined, accessTier: lock ?? 'public' }) as unknown as Agent

/** The catalogue as returned to a visitor. */
const AGENTS = [
  agent('nerf_agent', 'Nerf', 'member'),
  agent('v_agent', 'V'),
  agent('tutor_agent', 'Tutor'),
  agent('lc_audit_aide', 'LC Audit Aide', 'premium'),
]

let active: string
const tell = vi.fn<(text: string) => void>()
beforeEach(async () => {
  active = 'v_agent'
  tell.mockClear()
  await switchTexts('en')
})

function say(command: SpokenCommand, agents = AGENTS): string {
  const dependencies = {
    agents: () => agents,
    activeAgent: () => active,
    switchAgent: (id: string) => (active = id),
    tell,
  } as unknown as CommandDependencies
  executeCommand(command, dependencies)
  return active
}

it('"next agent" cycles through the agents available to the user', () => {
  expect([1, 2, 3].map(() => say({ kind: 'next-agent' }))).toEqual(['tutor_agent', 'v_agent', 'tutor_agent'])
})

it('"next agent" skips one that has been locked in the meantime', () => {
  active = 'nerf_agent'
  expect(say({ kind: 'next-agent' })).toBe('v_agent')
})

it('"next agent" does nothing while the catalogue is not loaded', () => {
  expect(say({ kind: 'next-agent' }, [])).toBe('v_agent')
})

it('an agent that requires a login is not switched to by name, with an explanation', async () => {
  expect(say({ kind: 'switch-agent', agentId: 'nerf_agent' })).toBe('v_agent')
  await vi.waitFor(() => expect(tell).toHaveBeenCalledWith('Log in to talk to Nerf'))
  expect(say({ kind: 'switch-agent', agentId: 'tutor_agent' })).toBe('tutor_agent')
})

const source = (number: number, title: string, site: string, ...quotes: readonly [string, boolean][]) => ({
  number,
  title,
  site,
  quotes: quotes.map(([text, isProven]) => ({ text, isProven })),
})

/** Executes a command about a reply with these sources. Returns what was spoken. */
async function spokenAbout(
  kind: 'which-source' | 'read-source' | 'is-certain' | 'open-source',
  sources: readonly object[],
): Promise<string> {
  tell.mockClear()
  const replay = vi.fn<(id: string, text: string) => void>()
  const announce = vi.fn<(text: string) => void>()
  const messages = [{ id: 'r1', role: 'assistant', text: 'Seals rest [1].', sources }]
  const dependencies = {
    tell,
    session: { replay, announce },
    chat: () => ({ state: { getState: () => ({ messages }) } }),
  } as unknown as CommandDependencies
  executeCommand({ kind }, dependencies)
  await vi.waitFor(() => expect(tell.mock.calls.length + replay.mock.calls.length).toBeGreaterThan(0))
  return replay.mock.calls[0]?.[1] ?? announce.mock.calls[0]?.[0] ?? tell.mock.calls[0]?.[0] ?? ''
}

it('sources are named, without numbers, those that prove something first', async () => {
  const seals = source(1, 'Seals', 'noaa.gov', ['Seals rest.', true])
  expect(await spokenAbout('which-source', [seals, source(2, 'Otters', 'wiki.org')])).toBe(
    'From Seals (noaa.gov).',
  )
  expect(await spokenAbout('which-source', [])).toBe('The last reply has no source.')
})

it('the quoted sentences are read, and none that is not in the source', async () => {
  const seals = source(1, 'Seals', 'noaa.gov', ['Seals rest.', true], ['Seals fly.', false])
  const spoken = await spokenAbout('read-source', [seals])
  expect(spoken).toContain('Seals rest')
  expect(spoken).not.toContain('fly')
  expect(await spokenAbout('read-source', [source(2, 'Otters', 'wiki.org')])).toBe(
    'The last reply has no source.',
  )
})

it('says how much of the last reply is in its sources, and what is not', async () => {
  const proven = source(1, 'Seals', 'noaa.gov', ['Seals rest.', true])
  expect(await spokenAbout('is-certain', [proven])).toBe(
    'It is there: the cited statement is in Seals (noaa.gov).',
  )
  expect(
    await spokenAbout('is-certain', [proven, source(2, 'Otters', 'wiki.org', ['Otters fly.', false])]),
  ).toBe('Not all of it: 1 of 2 cited statements are in Seals (noaa.gov). Not found: Otters fly.')
  expect(await spokenAbout('is-certain', [source(2, 'Otters', 'wiki.org')])).toBe(
    'Nothing of it is cited. It was written after reading Otters (wiki.org).',
  )
})

it('shows the first source that proves something', async () => {
  const dependencies = {
    chat: () => ({
      state: {
        getState: () => ({
          messages: [
            {
              id: 'r1',
              role: 'assistant',
              text: 'Seals rest [2].',
              sources: [
                source(1, 'Otters', 'wiki.org'),
                source(2, 'Seals', 'noaa.gov', ['Seals rest.', true]),
              ],
            },
          ],
        }),
      },
    }),
  } as unknown as CommandDependencies
  executeCommand({ kind: 'open-source' }, dependencies)
  expect(useOpenedSource.getState().opened).toMatchObject({ replyId: 'r1', source: { number: 2 } })
  expect(await spokenAbout('open-source', [])).toBe('The last reply has no source.')
})

it('takes the last question back, asks again, and goes back to a topic with its first words', async () => {
  const session = { stopReply: vi.fn<() => void>(), announce: vi.fn<() => void>() }
  const paths = {
    takeBack: vi.fn<() => boolean>(() => true),
    askAgain: vi.fn<() => boolean>(() => true),
    goBackTo: async (topic: string) => (topic === 'rome' ? 'How old is Rome?' : undefined),
  }
  const dependencies = { tell, session, paths: async () => paths } as unknown as CommandDependencies
  executeCommand({ kind: 'take-back' }, dependencies)
  await vi.waitFor(() => expect(tell).toHaveBeenLastCalledWith('Taken back. It stays as another version.'))
  executeCommand({ kind: 'ask-again' }, dependencies)
  await vi.waitFor(() => expect(paths.askAgain).toHaveBeenCalledOnce())
  executeCommand({ kind: 'go-back', topic: 'rome' }, dependencies)
  await vi.waitFor(() => expect(tell).toHaveBeenLastCalledWith('Back to: How old is Rome?'))
  executeCommand({ kind: 'go-back', topic: 'fish' }, dependencies)
  await vi.waitFor(() => expect(tell).toHaveBeenLastCalledWith('“fish” was not spoken of here'))
})

it.each([
  ['done', 'Moved to the project kitchen'],
  ['unknown', 'There is no project called “kitchen”'],
  ['signed-out', 'Log in to keep conversations in projects'],
  ['failed', 'That did not work. Try again.'],
] as const)('says what became of moving the conversation: %s', async (end, text) => {
  const session = { announce: vi.fn<() => void>() }
  const dependencies = { tell, session, organize: async () => end } as unknown as CommandDependencies
  executeCommand({ kind: 'put-in-project', name: 'kitchen' }, dependencies)
  await vi.waitFor(() => expect(tell).toHaveBeenLastCalledWith(text))
})

it('says how the conversation is called, and opens its links for as long as was said', async () => {
  const session = { announce: vi.fn<() => void>() }
  const share = vi.fn<(days: number) => Promise<boolean>>(async () => true)
  const messages = [{ id: 'q', role: 'user', text: 'Why does it knock?' }]
  const chat = () => ({ state: { getState: () => ({ conversationId: 'c1', messages }) } })
  const json = vi.fn<() => Promise<unknown>>(async () => ({ title: 'The boiler' }))
  const dependencies = { tell, session, chat, api: { json }, share } as unknown as CommandDependencies
  executeCommand({ kind: 'what-title' }, dependencies)
  await vi.waitFor(() => expect(tell).toHaveBeenLastCalledWith('It is called: The boiler'))
  json.mockRejectedValueOnce(new Error('not stored'))
  executeCommand({ kind: 'what-title' }, dependencies)
  await vi.waitFor(() => expect(tell).toHaveBeenLastCalledWith('It is called: Why does it knock?'))
  executeCommand({ kind: 'share', days: 30 }, dependencies)
  await vi.waitFor(() =>
    expect(tell).toHaveBeenLastCalledWith('Look at what the link shows, and make it there.'),
  )
  expect(share).toHaveBeenCalledWith(30)
  share.mockResolvedValueOnce(false)
  executeCommand({ kind: 'share', days: 7 }, dependencies)
  await vi.waitFor(() => expect(tell).toHaveBeenLastCalledWith('Log in to keep conversations in projects'))
})
