import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIVE_MODEL_LIMITS } from './live-model-limits.ts'
import { liveModelDueAt, liveModelStateName, liveModelTransition, PREPARING } from './live-model-machine.ts'
import type { LiveModelEffect, LiveModelMachineEvent, LiveModelState } from './live-model-state.ts'

type WithoutIds<Event> = Event extends unknown ? Omit<Event, 'at' | 'messageId' | 'replyId'> : never
/** An event; the time and missing ids are added. */
type ScriptEvent = WithoutIds<LiveModelMachineEvent> & {
  readonly messageId?: string
  readonly replyId?: string
}

const CONTEXT = {
  limits: LIVE_MODEL_LIMITS,
  start: {
    language: 'en',
    commands: { languages: ['en'], wakeWords: [] },
    agents: [{ id: 'tutor_agent', label: 'Tutor' }],
  },
}
const STEP_MS = 100

/** Applies events, each 100 ms after the one before. */
function run(
  events: readonly ScriptEvent[],
  visit: (state: LiveModelState, effects: readonly LiveModelEffect[]) => void = () => {},
) {
  let state = PREPARING
  let last: readonly LiveModelEffect[] = []
  for (const [index, event] of events.entries()) {
    const ids = { messageId: `m${index}`, replyId: `r${index}` }
    // Ids that an event brings along replace the new ones.
    const whole = { ...ids, ...event, at: (index + 1) * STEP_MS } as LiveModelMachineEvent
    const next = liveModelTransition(state, whole, CONTEXT)
    state = next.state
    last = next.effects
    visit(state, last)
  }
  return {
    state,
    name: liveModelStateName(state),
    decisions: last.map(({ type, reason }) => `${type}: ${reason}`),
  }
}

const opened = (isAutomatic = false): ScriptEvent => ({
  type: 'session-opened',
  agentId: 'v_agent',
  addressable: [
    { id: 'v_agent', names: ['V'] },
    { id: 'tutor_agent', names: ['Tutor'] },
  ],
  participants: ['v_agent'],
  isAutomatic,
  maxSeconds: 600,
})
const STARTED: ScriptEvent = { type: 'started' }
const VOICE: ScriptEvent = { type: 'voice-started' }
const words = (final: string, itemId = 'i1'): ScriptEvent => ({ type: 'user-words', itemId, final, tail: '' })
const ended = (itemId = 'i1'): ScriptEvent => ({ type: 'turn-ended', itemId })
const decided = (itemId = 'i1'): ScriptEvent => ({ type: 'user-words-ended', itemId })
const turn = (text: string, itemId = 'i1') => [words(text, itemId), ended(itemId), decided(itemId)]
const AUDIO: ScriptEvent = { type: 'audio', pcm: new Uint8Array(2) }
const SPOKEN: ScriptEvent = { type: 'words', text: 'one two three four' }
const COMPLETE: ScriptEvent = { type: 'response-ended', reason: 'stop' }
const DELEGATED: ScriptEvent = { type: 'consent-asked', callId: 'c1', isDelegated: true }
const TOOL: ScriptEvent = { type: 'tool-call', callId: 'c1', name: 'look_up', arguments: '{}' }
const OPEN = [opened(), STARTED]
const ROUND = [...OPEN, ...turn('V and Tutor, is it hard?'), SPOKEN, AUDIO]
const REPLYING = [...OPEN, ...turn('Count.'), SPOKEN, AUDIO]

describe('the machine of a conversation with a live model', () => {
  it.each<[string, readonly ScriptEvent[], string, readonly string[]]>([
    ['starts when the vendor accepts', OPEN, 'open/none', ['announce-start: vendor-accepted']],
    [
      'says typed words that waited',
      [{ type: 'text-typed', text: 'Hi' }, opened()],
      'connecting/none',
      ['store-question: question', 'announce-use: typed', 'say-text: typed'],
    ],
    [
      'lets the model respond at the end of a turn',
      [...OPEN, words('Count.'), ended()],
      'open/none',
      ['request-response: turn-ended'],
    ],
    [
      'holds a reply to words that may be a command',
      [...OPEN, words('Count.'), ended(), AUDIO],
      'open/generating',
      ['start-output: may-answer-command', 'push-audio: relayed'],
    ],
    [
      'releases it when they are a question',
      [...OPEN, words('Count.'), ended(), AUDIO, decided()],
      'open/generating',
      ['announce-use: question', 'store-question: question', 'release-output: question'],
    ],
    ['sends a reply at once to words that are known', REPLYING, 'open/generating', ['push-audio: relayed']],
    [
      'discards a reply to a command',
      [...OPEN, words('louder'), ended(), AUDIO, decided()],
      'open/discarded',
      [
        'announce-use: command',
        'cancel-response: command',
        'cancel-tools: command',
        'retract-output: command',
        'forget-turn: command',
      ],
    ],
    [
      'ends the discarded one with its response',
      [...OPEN, words('louder'), ended(), AUDIO, decided(), AUDIO, COMPLETE],
      'open/none',
      [],
    ],
    ['awaits the playback', [...REPLYING, COMPLETE], 'open/playing', ['await-playback: response-complete']],
    [
      'ends a reply that was played',
      [...REPLYING, COMPLETE, { type: 'reply-played', replyId: 'r2' }],
      'open/none',
      ['cancel-tools: played', 'end-output: played'],
    ],
    [
      'ignores the playback of another reply',
      [...REPLYING, COMPLETE, { type: 'reply-played', replyId: 'r9' }],
      'open/playing',
      [],
    ],
    [
      'continues over a sound of listening',
      [...REPLYING, ...turn('mhm', 'i2')],
      'open/generating',
      ['announce-use: ignored', 'forget-turn: ignored'],
    ],
    [
      'continues over its echo',
      [...REPLYING, ...turn('two three four', 'i2')],
      'open/generating',
      ['announce-use: ignored', 'forget-turn: ignored'],
    ],
    [
      'is interrupted by a question',
      [...REPLYING, ...turn('Why do you count?', 'i2')],
      'open/cut',
      [
        'announce-use: question',
        'cancel-response: question-during-reply',
        'cancel-tools: question-during-reply',
        'cut-output: question-during-reply',
      ],
    ],
    [
      'answers it when the client reports',
      [
        ...REPLYING,
        ...turn('Why do you count?', 'i2'),
        { type: 'reply-interrupted', replyId: 'r2', playedMs: 5 },
      ],
      'open/none',
      [
        'cancel-delegations: client',
        'cancel-tools: client',
        'end-output: client',
        'store-question: question',
        'request-response: question-after-interruption',
      ],
    ],
    [
      'stops by the command, without an answer',
      [...REPLYING, ...turn('stop', 'i2')],
      'open/cut',
      [
        'announce-use: command',
        'forget-turn: command',
        'cancel-delegations: stop-command',
        'cancel-response: stop-command',
        'cancel-tools: stop-command',
        'cut-output: stop-command',
      ],
    ],
    [
      'is interrupted by the vendor',
      [...REPLYING, { type: 'interrupted' }],
      'open/cut',
      [
        'cancel-response: interrupted-by-vendor',
        'cancel-tools: interrupted-by-vendor',
        'cut-output: interrupted-by-vendor',
      ],
    ],
    [
      'hands over to an agent that is called',
      [...OPEN, words('Tutor, what is a prime?'), decided()],
      'open/none',
      [
        'announce-use: hand-over',
        'forget-turn: hand-over',
        'store-question: question',
        'prepare-agent: hand-over',
      ],
    ],
    [
      'lets the next one of a round answer when the first was heard',
      [...ROUND, COMPLETE, { type: 'reply-played', replyId: 'r2' }],
      'open/none',
      ['cancel-tools: played', 'end-output: played', 'prepare-agent: round'],
    ],
    [
      'waits with it while the user speaks',
      [...ROUND, COMPLETE, VOICE, { type: 'reply-played', replyId: 'r2' }],
      'open/none',
      ['cancel-tools: played', 'end-output: played'],
    ],
    [
      'continues it after words that are no question',
      [
        ...ROUND,
        COMPLETE,
        VOICE,
        words('♪', 'i2'),
        { type: 'reply-played', replyId: 'r2' },
        ended('i2'),
        decided('i2'),
      ],
      'open/none',
      ['announce-use: ignored', 'cancel-response: ignored', 'forget-turn: ignored', 'prepare-agent: round'],
    ],
    [
      'ends a round that is interrupted',
      [
        ...ROUND,
        { type: 'reply-interrupted', replyId: 'r2', playedMs: 40 },
        COMPLETE,
        { type: 'reply-played', replyId: 'r2' },
      ],
      'open/none',
      [],
    ],
    [
      'hands typed words over to the one that they name',
      [...OPEN, { type: 'text-typed', text: 'Tutor, why?' }],
      'open/none',
      ['store-question: question', 'announce-use: typed', 'prepare-agent: typed'],
    ],
    [
      'changes the session with the agent',
      [...REPLYING, { type: 'agent-changed' }],
      'connecting/none',
      [
        'cut-output: hand-over',
        'cancel-tools: hand-over',
        'cancel-response: hand-over',
        'end-output: hand-over',
        'cancel-delegations: hand-over',
        'close-session: hand-over',
      ],
    ],
    [
      'is not announced again after that',
      [...OPEN, { type: 'agent-changed' }, opened(), STARTED],
      'open/none',
      [],
    ],
    [
      'asks the agent that was called',
      [...OPEN, { type: 'question-handed-over', text: 'Why?' }],
      'open/none',
      ['say-text: hand-over'],
    ],
    ['runs a tool', [...REPLYING, TOOL], 'open/generating', ['run-tool: tool-call']],
    ['waits for its result', [...REPLYING, TOOL, COMPLETE], 'open/generating', ['end-part: relayed']],
    [
      'continues with it',
      [...REPLYING, TOOL, COMPLETE, { type: 'tool-finished', callId: 'c1', result: '' }],
      'open/generating',
      ['answer-tool-call: tool-finished'],
    ],
    [
      'ignores the result of a tool whose reply has ended',
      [
        ...REPLYING,
        TOOL,
        { type: 'reply-interrupted', replyId: 'r2', playedMs: 5 },
        { type: 'tool-finished', callId: 'c1', result: '' },
      ],
      'open/none',
      [],
    ],
    [
      'leaves the answer about a tool to the client',
      [
        ...REPLYING,
        TOOL,
        { type: 'consent-asked', callId: 'c1', isDelegated: false },
        ...turn('yes please', 'i2'),
      ],
      'open/generating',
      ['announce-use: command', 'forget-turn: command'],
    ],
    [
      'delegates a question',
      [...OPEN, ...turn('Count.'), { type: 'delegation', id: 'd1' }],
      'open/none',
      ['start-delegation: question'],
    ],
    [
      'leaves the answer about a delegated tool to the client, although no reply sounds',
      [...OPEN, ...turn('Count.'), DELEGATED, ...turn('yes please', 'i2')],
      'open/none',
      // It may have begun to answer the words.
      ['announce-use: command', 'cancel-response: command', 'forget-turn: command'],
    ],
    [
      'takes the same words as a question once the tool has its answer',
      [
        ...OPEN,
        ...turn('Count.'),
        DELEGATED,
        { type: 'tool-finished', callId: 'c1', result: '' },
        ...turn('yes please', 'i2'),
      ],
      'open/none',
      ['announce-use: question', 'store-question: question'],
    ],
    [
      'delegates nothing else',
      [...OPEN, ...turn('louder'), { type: 'delegation', id: 'd1' }],
      'open/none',
      [],
    ],
    [
      'mutes with silence, once',
      [...OPEN, { type: 'mute-changed', isMuted: true }],
      'open/none',
      ['push-silence: muted'],
    ],
    [
      'lets a model with its own turns respond by itself',
      [opened(true), STARTED, ...turn('Count.')],
      'open/none',
      ['announce-use: question', 'store-question: question'],
    ],
    [
      'stores a reply when it ends',
      [...REPLYING, { type: 'conversation-ended', endReason: 'failed' }],
      'over',
      ['cancel-tools: failed', 'cancel-response: failed', 'end-output: failed', 'close: failed'],
    ],
    [
      'ignores everything after its end',
      [...OPEN, { type: 'conversation-ended', endReason: 'client' }, AUDIO, ...turn('Count.')],
      'over',
      [],
    ],
  ])('%s', (_, events, name, decisions) => {
    expect(run(events)).toMatchObject({ name, decisions })
  })

  it.each<[string, readonly ScriptEvent[], string]>([
    ['start', [opened()], 'fail: vendor-late'],
    ['stall', [...OPEN, words('Count.'), ended()], 'fail: vendor-stalled'],
    ['hold', [...OPEN, words('Count.'), ended(), AUDIO], 'release-output: words-late'],
    ['cut', [...REPLYING, ...turn('Why?', 'i2')], 'request-response: question-after-interruption'],
    ['words', [...OPEN, VOICE, words('Count.'), ended(), AUDIO, { type: 'due' }], 'announce-use: question'],
    ['idle', OPEN, 'close: idle'],
  ])('acts at the deadline %s', (name, events, decision) => {
    const { state } = run(events)
    const at = 'deadlines' in state ? state.deadlines[name as 'idle'] : undefined
    expect(at).toBeDefined()
    const only = { ...state, deadlines: { [name]: at } } as LiveModelState
    const { effects } = liveModelTransition(only, { type: 'due', at: at ?? 0 }, CONTEXT)
    expect(effects.map(({ type, reason }) => `${type}: ${reason}`)).toContain(decision)
  })
})

const itemId = fc.constantFrom('i1', 'i2', 'i3')
const anyEvent: fc.Arbitrary<ScriptEvent> = fc.oneof(
  fc.constantFrom<ScriptEvent>(
    opened(),
    STARTED,
    VOICE,
    { type: 'voice-ended' },
    AUDIO,
    SPOKEN,
    COMPLETE,
    TOOL,
    { type: 'interrupted' },
    { type: 'agent-changed' },
    { type: 'delegation', id: 'd1' },
    { type: 'text-typed', text: 'Hi' },
    { type: 'tool-finished', callId: 'c1', result: '' },
    { type: 'response-ended', reason: 'stopped' },
    { type: 'mute-changed', isMuted: true },
  ),
  itemId.chain((id) =>
    fc.constantFrom(
      words('Why?', id),
      words('stop', id),
      words('mhm', id),
      words('Tutor, why?', id),
      words('V and Tutor, why?', id),
      ended(id),
      decided(id),
    ),
  ),
  fc
    .nat(30)
    .chain((index) =>
      fc.constantFrom<ScriptEvent>(
        { type: 'reply-played', replyId: `r${index}` },
        { type: 'reply-interrupted', replyId: `r${index}`, playedMs: 40 },
      ),
    ),
)
const anyStory = fc
  .tuple(fc.boolean(), fc.array(anyEvent, { maxLength: 60 }))
  .map(([isAutomatic, events]) => [opened(isAutomatic), STARTED, ...events])

/** In which state of the output an effect may occur. */
const ALLOWED_OUTPUT: Readonly<Partial<Record<LiveModelEffect['type'], readonly string[]>>> = {
  'start-output': ['none'],
  'push-audio': ['sent'],
  'push-words': ['sent'],
  'cut-output': ['sent'],
  'end-output': ['sent', 'cut'],
  'retract-output': ['sent'],
  'silence-output': ['sent'],
}
const OUTPUT_ENDS: ReadonlySet<string> = new Set(['end-output', 'retract-output', 'silence-output'])

describe('for any events, and an end at any moment', () => {
  it('ends every reply once, and sends nothing of it afterwards', () => {
    fc.assert(
      fc.property(anyStory, (events) => {
        const faults: string[] = []
        let output: 'none' | 'sent' | 'cut' = 'none'
        run([...events, { type: 'conversation-ended', endReason: 'client' }], (_, effects) => {
          for (const { type } of effects) {
            const allowed = ALLOWED_OUTPUT[type]
            if (allowed && !allowed.includes(output)) faults.push(`${type} while ${output}`)
            if (type === 'start-output') output = 'sent'
            if (type === 'cut-output') output = 'cut'
            if (OUTPUT_ENDS.has(type)) output = 'none'
          }
        })
        expect(faults).toEqual([])
        expect(output).toBe('none')
      }),
    )
  })

  it('stores each question once, under its own reply, and closes once', () => {
    fc.assert(
      fc.property(anyStory, (events) => {
        const questions: string[] = []
        const starts: string[] = []
        let closes = 0
        const end: ScriptEvent = { type: 'conversation-ended', endReason: 'client' }
        run([...events, end, ...events], (_, effects) => {
          for (const effect of effects) {
            expect(effect.reason).not.toBe('')
            if (effect.type === 'store-question') questions.push(effect.turn.messageId)
            if (effect.type === 'start-output') starts.push(effect.replyId)
            if (effect.type === 'close') closes += 1
          }
        })
        expect(new Set(questions).size).toBe(questions.length)
        expect(new Set(starts).size).toBe(starts.length)
        expect(closes).toBe(1)
      }),
    )
  })

  it('ends by its deadlines alone', () => {
    fc.assert(
      fc.property(anyStory, (events) => {
        let { state } = run(events)
        for (let steps = 0; steps < 20 && state.phase !== 'over'; steps += 1) {
          const at = liveModelDueAt(state)
          expect(at).toBeDefined()
          state = liveModelTransition(state, { type: 'due', at: at ?? 0 }, CONTEXT).state
        }
        expect(state.phase).toBe('over')
      }),
    )
  })
})
