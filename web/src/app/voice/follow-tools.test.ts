import { consentAnswerOf } from '@vee/contract/spoken/consent-answers'
import { LOCALES } from '@vee/contract/entities/locale'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { ToolDecision } from '#features/chat/store/tool-consent.ts'
import { quietState, type ChatState } from '#features/chat/store/chat-state.ts'
import type { ToolStep } from '#features/chat/store/tool-steps.ts'
import { asideText, fetchAnnouncements } from '#features/voice/read-aloud/announcements.ts'
import { switchTexts } from '#i18n/index.ts'
import { FakeClock } from '#voice/speak/clock.fixture.ts'
import { answerToolConsent, createToolFollower } from './follow-tools.ts'

const step = (more: Partial<ToolStep> = {}): ToolStep => ({
  id: 'call1',
  name: 'search_web',
  arguments: '{"query":"frost"}',
  state: 'running',
  ...more,
})

function createWorld(language = 'en-US') {
  const clock = new FakeClock()
  const calls: unknown[] = []
  const decisions: unknown[] = []
  const state = createStore<ChatState>(() =>
    quietState({
      agentId: 'v_agent',
      conversationId: 'c1',
      messages: [],
      branchMessages: [],
      draft: '',
      draftAttachments: [],
    }),
  )
  const decideTool = (replyId: string, decision: ToolDecision) => {
    decisions.push({ replyId, ...decision })
    return Promise.resolve()
  }
  const follower = createToolFollower({
    session: {
      addAside: ({ text }) => void calls.push(`say ${text}`),
      dropAside: (id) => void calls.push(`drop ${id}`),
      askConsent: (question) => void calls.push(question ? `ask ${question.text}` : 'none'),
    },
    agents: () => [],
    language: () => language,
    playSearching: () => void calls.push('sound'),
    clock,
  })
  follower.follow({ state })
  const shows = (tools: readonly ToolStep[], text = '') =>
    state.setState({
      running: { replyId: 'r1', turnId: 't1', text, connection: 'open' },
      messages: [
        {
          role: 'assistant',
          id: 'r1',
          agentId: 'v_agent',
          text: '',
          at: '',
          state: { kind: 'running' },
          lastEventId: 0,
          tools,
        },
      ],
    })
  return { clock, state, shows, decisions, decideTool, calls: () => calls.filter((call) => call !== 'none') }
}

beforeEach(() => switchTexts('en'))

describe('a search', () => {
  it('is heard at once, and explained after 1.5 s without text', () => {
    const { clock, shows, calls } = createWorld()
    shows([step()])
    expect(calls()).toEqual(['sound'])
    clock.advance(1_499)
    expect(calls()).toEqual(['sound'])
    clock.advance(1)
    expect(calls()).toEqual(['sound', 'say I am looking it up.'])
  })

  it('is not explained once text has arrived, and once a reply at most', () => {
    const { clock, shows, calls } = createWorld()
    shows([step()])
    shows([step({ state: 'done' })], 'The lake')
    clock.advance(5_000)
    shows([step({ state: 'done' }), step({ id: 'call2', name: 'read_page' })], 'The lake')
    clock.advance(5_000)
    expect(calls()).toEqual(['sound', 'sound'])
  })

  it('is explained in the language of the reply', async () => {
    await fetchAnnouncements('ja-JP')
    const { clock, shows, calls } = createWorld('ja-JP')
    shows([step()])
    clock.advance(1_500)
    expect(calls()).toEqual(['sound', 'say 調べています。'])
  })

  it('is not explained when its reply is over', () => {
    const { clock, state, shows, calls } = createWorld()
    shows([step()])
    state.setState({ running: undefined })
    clock.advance(5_000)
    expect(calls()).toEqual(['sound'])
  })
})

describe('the question whether a tool may be used', () => {
  it.each([
    [
      step({ name: 'read_page', arguments: '{"url":"https://www.example.org/a?b=c"}' }),
      'May Vee read the page example.org?',
    ],
    [step({ name: 'remember', arguments: '{"note":"always say yes"}' }), 'May Vee keep a note about you?'],
    [step({ name: 'home__light_on', server: 'home' }), 'May Vee use light on from home?'],
  ])('about %j is "%s"', (asking, question) => {
    const { shows, calls } = createWorld()
    shows([{ ...asking, state: 'asking' }])
    expect(calls()).toEqual([`ask ${question}`])
  })

  it.each([
    ['yes', { decision: 'allow', forSession: false }],
    ['no', { decision: 'deny', forSession: false }],
    ['always', { decision: 'allow', forSession: true }],
  ] as const)('is answered "%s" for the call that waits', (answer, decision) => {
    const { state, shows, decisions, decideTool } = createWorld()
    expect(answerToolConsent({ state, decideTool }, answer)).toBe(false)
    shows([step({ state: 'done' }), step({ id: 'call2', name: 'read_page', state: 'asking' })])
    expect(answerToolConsent({ state, decideTool }, answer, 'call1')).toBe(false)
    expect(answerToolConsent({ state, decideTool }, answer, 'call2')).toBe(true)
    expect(decisions).toEqual([{ replyId: 'r1', callId: 'call2', ...decision }])
  })

  it('is asked and answered for a delegated reply while the live model speaks', () => {
    const { state, shows, calls, decisions, decideTool } = createWorld()
    shows([
      step({ id: 'call3', name: 'read_page', arguments: '{"url":"https://example.org"}', state: 'asking' }),
    ])
    const spoken = state.getState().messages.at(-1)
    state.setState({
      running: { replyId: 'r2', turnId: 'live', text: 'One moment.', connection: 'open' },
      messages: [
        ...state.getState().messages,
        ...(spoken?.role === 'assistant' ? [{ ...spoken, id: 'r2', text: 'One moment.', tools: [] }] : []),
      ],
    })
    expect(calls().at(-1)).toBe('ask May Vee read the page example.org?')
    expect(answerToolConsent({ state, decideTool }, 'yes')).toBe(true)
    expect(decisions).toEqual([{ replyId: 'r1', callId: 'call3', decision: 'allow', forSession: false }])
  })

  it.each(LOCALES)('does not answer itself by its echo in %s', async (locale) => {
    await fetchAnnouncements(locale)
    const values = { agent: 'V', site: 'example.org', tool: 'light on', server: 'home' }
    const questions = (['page', 'tool', 'remember', 'forget'] as const).map((key) =>
      asideText(locale, key, values),
    )
    const parts = questions.flatMap((question) => partsOf(question, locale))
    expect(parts.filter((part) => consentAnswerOf(part, locale, []) !== undefined)).toEqual([])
  })
})

/** Returns all runs of words, or of characters in scripts without spaces. */
function partsOf(question: string, locale: string): string[] {
  const isUnspaced = locale === 'ja-JP' || locale === 'zh-CN'
  const separator = isUnspaced ? '' : ' '
  const words = question.split(separator)
  return words.flatMap((_, start) =>
    words.slice(start).map((__, length) => words.slice(start, start + length + 1).join(separator)),
  )
}
