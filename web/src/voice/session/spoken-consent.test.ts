import { describe, expect, it } from 'vitest'
import { FakeHandsFree } from './fake-hands-free.fixture.ts'
import type { Listening } from './listening.ts'
import type { VoiceSessionController } from './hands-free-port.ts'
import { createWorld } from './voice-session.fixture.ts'

const QUESTION = { callId: 'call1', text: 'May V read the page example.org?' }
const ASIDE = { id: 'call1', text: QUESTION.text, yieldsToText: false }
const CONTINUOUS: Listening = { kind: 'replying', mode: 'continuous', duplex: 'half' }

interface ReplyOptions {
  readonly listening?: Listening
  readonly isAloud?: boolean
}

function createReply({ listening = CONTINUOUS, isAloud = true }: ReplyOptions = {}) {
  const handsFree = new FakeHandsFree()
  let controller: VoiceSessionController | undefined
  const world = createWorld(undefined, (given) => {
    controller = given
    return handsFree
  })
  world.settings.speaksReplies = isAloud
  controller?.show(listening)
  world.session.submit('What does it say?')
  const turnId = world.asked[0]?.turnId ?? ''
  world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
  return { ...world, handsFree, turnId, controller }
}

describe('the question whether a tool may be used', () => {
  it('is spoken in the voice of the reply, and can be answered once it is heard', () => {
    const { session, speechOutput, handsFree, consents, turnId, controller } = createReply()
    session.askConsent(QUESTION)
    expect(speechOutput.asides).toEqual([ASIDE])
    expect(handsFree.asked).toEqual([])
    speechOutput.emit({ type: 'started', turnId })
    speechOutput.emit({ type: 'aside-started', turnId, aside: ASIDE })
    expect(handsFree.asked).toEqual(['call1'])
    expect(session.snapshot().state).toMatchObject({ phase: 'speaking', isWriting: true })
    expect(controller?.spokenText()).toBe(QUESTION.text)
    speechOutput.emit({ type: 'aside-ended', turnId, aside: ASIDE })
    expect(session.snapshot().state).toMatchObject({ phase: 'replying', isWriting: true, voice: 'coming' })
    controller?.answerConsent('call1', 'always')
    expect(consents).toEqual([['call1', 'always']])
    session.askConsent(undefined)
    expect(handsFree.asked).toEqual(['call1', undefined])
    session.progress({ type: 'reply-text', turnId, text: 'It is open.' })
    speechOutput.emit({ type: 'started', turnId })
    expect(session.snapshot().state).toMatchObject({ phase: 'speaking' })
  })

  it('is withdrawn when it is decided on the screen, and asked once', () => {
    const { session, speechOutput } = createReply()
    session.askConsent(QUESTION)
    session.askConsent({ ...QUESTION })
    expect(speechOutput.asides).toHaveLength(1)
    session.askConsent(undefined)
    expect(speechOutput.asides).toEqual([])
  })

  it('can be answered at once where the reply has no voice', () => {
    const { session, speechOutput, handsFree } = createReply({ isAloud: false })
    session.askConsent(QUESTION)
    expect(speechOutput.asides).toEqual([])
    expect(handsFree.asked).toEqual(['call1'])
  })

  it('is not spoken where the microphone is opened by hand', () => {
    const { session, speechOutput, handsFree } = createReply({ listening: { kind: 'off' } })
    session.askConsent(QUESTION)
    expect(speechOutput.asides).toEqual([])
    expect(handsFree.asked).toEqual([])
  })

  it('keeps the reply waiting as long as it is open', () => {
    const { session, clock } = createReply()
    session.askConsent(QUESTION)
    clock.advance(119_000)
    expect(session.snapshot().state.phase).toBe('waiting')
    session.askConsent(undefined)
    clock.advance(101_000)
    expect(session.snapshot().state).toMatchObject({ phase: 'failed', reason: 'no-reply' })
  })
})

it('speaks a sentence of the page only within a reply that has a voice', () => {
  const aside = { id: 'searching', text: 'I am looking it up.', yieldsToText: true }
  const spoken = createReply()
  spoken.session.addAside(aside)
  expect(spoken.speechOutput.asides).toEqual([aside])
  spoken.session.dropAside('searching')
  expect(spoken.speechOutput.asides).toEqual([])
  const silent = createReply({ isAloud: false })
  silent.session.addAside(aside)
  expect(silent.speechOutput.asides).toEqual([])
  const idle = createWorld()
  idle.session.addAside(aside)
  expect(idle.speechOutput.asides).toEqual([])
})
