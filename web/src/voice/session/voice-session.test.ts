import { describe, expect, it, vi } from 'vitest'
import { UTTERANCE_MICROPHONE } from './fake-hands-free.fixture.ts'
import { FakeUtterances } from './utterances.fixture.ts'
import { createWorld } from './voice-session.fixture.ts'

type World = ReturnType<typeof createWorld>

async function untilPhase(world: World, phase: string) {
  await vi.waitFor(() => expect(world.session.snapshot().state.phase).toBe(phase))
}

async function record(world: World) {
  world.session.press()
  world.microphone.opens()
  await untilPhase(world, 'capturing')
  world.clock.advance(2_000)
}

/** Holds, speaks and releases, until the transcriber is called. */
async function say(world: World) {
  await record(world)
  world.session.release()
  await vi.waitFor(() => expect(world.transcriber.isAsked).toBe(true))
}

async function dictate(world: World, text: string) {
  await say(world)
  world.transcriber.hears(text)
  await untilPhase(world, 'reviewing')
}

function ask(world: World, text: string): string {
  world.session.submit(text)
  return world.asked.at(-1)?.turnId ?? ''
}

/** A reply whose first words are played. */
function reply(world: World, turnId: string, text: string) {
  world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
  world.session.progress({ type: 'reply-text', turnId, text })
  world.speechOutput.emit({ type: 'started', turnId })
}

describe('dictating', () => {
  it('appends the transcript to the typed text, and sends both on request', async () => {
    const world = createWorld()
    world.composer.text = 'typed'
    await dictate(world, 'and said')
    expect(world.composer).toMatchObject({ text: 'typed and said', focused: 'send' })
    world.composer.send()
    expect(world.asked).toMatchObject([{ text: 'typed and said', utteranceId: 'id1' }])
    expect(world.asked[0]?.interruptedReply).toBeUndefined()
    expect(world.session.snapshot().state.phase).toBe('waiting')
  })

  it('sends at once if configured', async () => {
    const world = createWorld()
    world.settings.sendsAtOnce = true
    await say(world)
    world.transcriber.hears('just go')
    await untilPhase(world, 'waiting')
    expect(world.asked).toMatchObject([{ text: 'just go' }])
    expect(world.composer.text).toBe('')
  })

  it('shows the interim transcript', async () => {
    const world = createWorld()
    await record(world)
    world.transcriber.requests[0]?.onInterim({ text: 'so', tail: ' far' })
    expect(world.session.snapshot().interim).toEqual({ text: 'so', tail: ' far' })
    world.session.escape()
    expect(world.session.snapshot().interim).toEqual({ text: '', tail: '' })
  })

  it('delays Send until the transcript is complete', async () => {
    const world = createWorld()
    await say(world)
    world.composer.text = 'typed'
    world.composer.send()
    expect(world.composer.text).toBe('typed')
    world.transcriber.hears('and said')
    await untilPhase(world, 'waiting')
    expect(world.asked).toMatchObject([{ text: 'typed and said' }])
  })

  it.each([
    ['too-short', { durationSeconds: 0.4, loudestLevel: 0.3 }],
    ['no-speech', { durationSeconds: 3, loudestLevel: 0.0001 }],
  ])('calls no engine for a recording without words: %s', async (hint, fields) => {
    const world = createWorld()
    world.microphone.recording = { ...world.microphone.recording, ...fields }
    await record(world)
    world.session.release()
    await untilPhase(world, 'idle')
    expect(world.session.snapshot().state).toMatchObject({ hint })
    expect(world.transcriber.isAsked).toBe(false)
    expect(world.utterances.stored.size).toBe(0)
  })

  it('drops a recording in which the engine detects no speech', async () => {
    const world = createWorld()
    await say(world)
    world.transcriber.hears('')
    await untilPhase(world, 'idle')
    expect(world.session.snapshot().state).toMatchObject({ hint: 'no-speech' })
    expect(world.utterances.stored.size).toBe(0)
  })

  it('ends a tapped recording at its limit', async () => {
    const world = createWorld()
    world.session.press()
    world.session.release()
    world.microphone.opens()
    await untilPhase(world, 'capturing')
    world.clock.advance(600_000)
    expect(world.session.snapshot().state.phase).toBe('transcribing')
    expect(world.session.snapshot().notices).toEqual(['recording-limit'])
  })
})

describe('the microphone', () => {
  it('is closed after every way out', async () => {
    const world = createWorld()
    const waysOut = [
      () => world.session.release(),
      () => world.session.escape(),
      () => world.hidePage(),
      () => world.microphone.lose(),
      () => world.session.submit('typed'),
      () => world.session.dispose(),
    ]
    for (const leave of waysOut) {
      await record(world)
      expect(world.microphone.openCount).toBe(1)
      leave()
      await vi.waitFor(() => expect(world.microphone.openCount).toBe(0))
      world.session.escape()
    }
  })

  it('is closed when it opens too late', async () => {
    const world = createWorld()
    world.session.press()
    world.clock.advance(500)
    world.session.release()
    world.microphone.opens()
    await vi.waitFor(() => expect(world.microphone.openCount).toBe(0))
    expect(world.session.snapshot().state).toEqual({ phase: 'idle', hint: 'released-early' })
  })

  it('shows why it could not be opened, and what the user can do', async () => {
    const world = createWorld()
    world.session.press()
    world.microphone.fails('denied')
    await untilPhase(world, 'failed')
    expect(world.session.snapshot()).toMatchObject({
      state: { reason: 'denied' },
      permission: 'denied',
      visual: 'error',
    })
  })

  it('returns its level only while it records', async () => {
    const world = createWorld()
    expect(world.session.levels.microphone()).toBe(0)
    await record(world)
    expect(world.session.levels.microphone()).toBe(0.7)
    world.session.escape()
    expect(world.session.levels.microphone()).toBe(0)
  })
})

describe('an utterance', () => {
  it('is stored before it is sent, and deleted when it is answered', async () => {
    const world = createWorld()
    await say(world)
    expect([...world.utterances.stored.values()]).toMatchObject([
      { id: 'id1', agentId: 'v_agent', durationSeconds: 2 },
    ])
    world.transcriber.hears('hello')
    await untilPhase(world, 'reviewing')
    const turnId = ask(world, 'hello')
    expect(world.utterances.stored.size).toBe(1)
    world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
    world.session.progress({ type: 'reply-ended', turnId, outcome: 'complete' })
    expect(world.utterances.stored.size).toBe(0)
  })

  it('is preserved when the reply failed', async () => {
    const world = createWorld()
    await dictate(world, 'hello')
    const turnId = ask(world, 'hello')
    world.session.progress({ type: 'reply-ended', turnId, outcome: 'failed' })
    expect(world.utterances.stored.size).toBe(1)
    expect(world.session.snapshot().pendingUtterances).toEqual([])
  })

  it('can be transcribed again after a failure', async () => {
    const world = createWorld()
    await say(world)
    world.transcriber.fails('offline')
    await untilPhase(world, 'failed')
    expect(world.session.snapshot().pendingUtterances).toMatchObject([
      { id: 'id1', progress: { failure: 'offline' } },
    ])
    world.session.retryUtterance('id1')
    await vi.waitFor(() => expect(world.transcriber.isAsked).toBe(true))
    expect(world.transcriber.requests.at(-1)).toMatchObject({ isStreaming: false })
    world.transcriber.hears('at last')
    await untilPhase(world, 'reviewing')
    expect(world.composer.text).toBe('at last')
    expect(world.session.snapshot().pendingUtterances).toEqual([])
  })

  it('is stored when its transcription is cancelled, and its late text is dropped', async () => {
    const world = createWorld()
    await say(world)
    expect(world.session.escape()).toBe(true)
    world.transcriber.hears('late')
    await vi.waitFor(() => expect(world.session.snapshot().pendingUtterances).toHaveLength(1))
    expect(world.composer.text).toBe('')
    expect(world.session.snapshot().state.phase).toBe('idle')
  })

  it('is offered again after a reload', async () => {
    const before = createWorld()
    await say(before)
    const after = createWorld(before.utterances)
    await vi.waitFor(() =>
      expect(after.session.snapshot().pendingUtterances).toMatchObject([
        { id: 'id1', progress: { failure: 'interrupted' } },
      ]),
    )
    after.session.discardUtterance('id1')
    expect(after.session.snapshot().pendingUtterances).toEqual([])
    expect(after.utterances.stored.size).toBe(0)
  })

  it('is offered after a reload if it was transcribed and never sent', async () => {
    const before = createWorld()
    await dictate(before, 'unsent')
    const after = createWorld(before.utterances)
    await vi.waitFor(() => expect(after.session.snapshot().pendingUtterances).toHaveLength(1))
    after.session.editUtterance('id1')
    expect(after.composer).toMatchObject({ text: 'unsent', focused: 'field' })
    expect(after.session.snapshot().pendingUtterances).toEqual([])
    ask(after, 'unsent')
    expect(after.asked).toMatchObject([{ utteranceId: 'id1' }])
  })

  it('is forgotten a week after its reply failed', async () => {
    const utterances = new FakeUtterances()
    const createdAt = new Date(Date.now() - 8 * 86_400_000).toISOString()
    const origin = { createdAt, durationSeconds: 1, agentId: 'v_agent', conversationId: 'c1' }
    const progress = { state: 'transcribed', text: 'asked', turnId: 't0' } as const
    await utterances.save({ id: 'old', audio: new Blob([]), ...origin, progress })
    createWorld(utterances)
    await vi.waitFor(() => expect(utterances.stored.size).toBe(0))
  })
})

describe('a reply', () => {
  it('is spoken while it is written', () => {
    const world = createWorld()
    const turnId = ask(world, 'hello')
    reply(world, turnId, 'Well, hello. ')
    world.session.progress({ type: 'reply-text', turnId, text: 'How are you?' })
    expect(world.speechOutput.said).toBe('Well, hello. How are you?')
    const range = { replyId: 'r1', start: 0, end: 12 }
    world.speechOutput.emit({ type: 'sentence', turnId, range })
    expect(world.session.snapshot()).toMatchObject({ visual: 'speaking', saying: range })
    world.session.progress({ type: 'reply-ended', turnId, outcome: 'complete' })
    world.speechOutput.emit({ type: 'finished', turnId })
    expect(world.session.snapshot()).toMatchObject({ visual: 'idle', saying: undefined })
  })

  it('is only written while Vee is muted', () => {
    const world = createWorld()
    world.settings.speaksReplies = false
    const turnId = ask(world, 'hello')
    world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
    world.session.progress({ type: 'reply-text', turnId, text: 'Well' })
    expect(world.speechOutput.isSpeaking).toBe(false)
    expect(world.session.snapshot().visual).toBe('responding')
  })

  it('reports to the agent where it was interrupted', () => {
    const world = createWorld()
    reply(world, ask(world, 'hello'), 'Well, hello. And more.')
    world.speechOutput.playedUntil = 12
    world.session.press()
    expect(world.speechOutput.isSpeaking).toBe(false)
    expect(world.stopped).toEqual(['id1'])
    expect(world.session.snapshot().interruptedReply).toEqual({ replyId: 'r1', playedUntil: 12 })
    world.session.escape()
    ask(world, 'no, wait')
    ask(world, 'and then')
    expect(world.asked.map((question) => question.interruptedReply?.playedText)).toEqual([
      undefined,
      'Well, hello.',
      undefined,
    ])
  })

  it('ignores output of a stopped reply', () => {
    const world = createWorld()
    const turnId = ask(world, 'hello')
    world.session.escape()
    reply(world, turnId, 'too late')
    expect(world.speechOutput.isSpeaking).toBe(false)
    expect(world.session.snapshot().state.phase).toBe('idle')
  })

  it('fails after too long without text, and not while there is text', () => {
    const world = createWorld()
    world.settings.speaksReplies = false
    const turnId = ask(world, 'hello')
    world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
    for (const text of ['one', 'two', 'three']) {
      world.clock.advance(90_000)
      world.session.progress({ type: 'reply-text', turnId, text })
    }
    expect(world.session.snapshot().state.phase).toBe('replying')
    world.clock.advance(100_000)
    expect(world.session.snapshot().state).toMatchObject({ phase: 'failed', reason: 'no-reply' })
    expect(world.stopped).toEqual([turnId])
  })

  it('can be spoken again from any position, which interrupts nothing', () => {
    const world = createWorld()
    world.session.replay('r0', 'Say it again.', 4)
    expect(world.speechOutput.said).toBe('it again.')
    world.session.escape()
    ask(world, 'next')
    expect(world.asked[0]?.interruptedReply).toBeUndefined()
  })

  it('waits for a touch where the browser blocks sound', () => {
    const world = createWorld()
    const turnId = ask(world, 'hello')
    world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
    world.session.progress({ type: 'reply-text', turnId, text: 'Well' })
    world.speechOutput.emit({ type: 'needs-gesture', turnId })
    expect(world.session.snapshot().state).toMatchObject({ voice: 'blocked' })
    world.session.unlock()
    expect(world.speechOutput.isUnlocked).toBe(true)
  })
})

describe('an open microphone', () => {
  it('is closed by the next press, although that would now begin to listen in another way', async () => {
    const world = createWorld()
    world.session.press()
    world.session.release()
    world.microphone.opens()
    await untilPhase(world, 'capturing')
    world.settings.inputMode = 'continuous'
    world.session.press()
    await untilPhase(world, 'transcribing')
    expect(world.microphone.openCount).toBe(0)
    expect(world.ears.started).toBe(0)
    world.session.press()
    expect(world.ears.started).toBe(1)
  })

  it('is shown although another action failed before', async () => {
    const world = createWorld()
    await say(world)
    world.transcriber.fails('offline')
    await untilPhase(world, 'failed')
    expect(world.session.snapshot().visual).toBe('error')
    world.controller().show({ kind: 'wake-word', mode: 'voice-activation' })
    expect(world.session.snapshot().visual).toBe('listening')
    world.controller().show({ kind: 'off' })
    expect(world.session.snapshot().visual).toBe('error')
  })
})

describe('the button, when one talks without holding it', () => {
  it('silences the voice and listens, when it did not', () => {
    const world = createWorld()
    world.settings.inputMode = 'continuous'
    reply(world, ask(world, 'hello'), 'A reply.')
    world.session.press()
    expect(world.session.snapshot().interruptedReply).toMatchObject({ replyId: 'r1' })
    expect(world.stopped).toHaveLength(1)
    expect(world.ears.started).toBe(1)
  })

  it('stops the voice and continues listening if it did before', () => {
    const world = createWorld()
    world.settings.inputMode = 'continuous'
    world.controller().show({ kind: 'replying', mode: 'continuous', duplex: 'half' })
    reply(world, ask(world, 'hello'), 'A reply.')
    world.session.press()
    expect(world.session.snapshot().state.phase).toBe('idle')
    expect(world.ears.stopped).toBe(0)
    world.session.press()
    expect(world.ears.stopped).toBe(1)
  })
})

describe('Esc without a button held', () => {
  it('cancels a recording and its predecessors before it stops listening', async () => {
    const world = createWorld()
    world.controller().show({ kind: 'talking', mode: 'continuous' })
    world.controller().beginUtterance('u1', UTTERANCE_MICROPHONE)
    expect(world.session.escape()).toBe(true)
    expect(world.ears.cancelled).toBe(1)
    await vi.waitFor(() => expect(world.utterances.stored.size).toBe(0))
    world.controller().beginUtterance('u2', UTTERANCE_MICROPHONE)
    world.controller().endUtterance('u2')
    await vi.waitFor(() => expect(world.transcriber.isAsked).toBe(true))
    world.session.escape()
    expect(world.ears.cancelled).toBe(2)
    world.session.escape()
    expect(world.ears.cancelled).toBe(2)
  })
})

describe('text-only agents', () => {
  it('never opens the microphone for any press', () => {
    const world = createWorld()
    world.settings.mayListen = false
    world.session.press()
    world.session.release()
    expect(world.session.snapshot().state).toEqual({ phase: 'idle', hint: undefined })
    expect(ask(world, 'typed')).not.toBe('')
    world.session.press()
    expect(world.session.snapshot().state.phase).toBe('waiting')
  })

  it('do not prevent a recording from ending', async () => {
    const world = createWorld()
    world.session.press()
    world.session.release()
    world.microphone.opens()
    await untilPhase(world, 'capturing')
    world.settings.mayListen = false
    world.session.closeMicrophone()
    expect(world.session.snapshot().state.phase).toBe('transcribing')
    await vi.waitFor(() => expect(world.microphone.openCount).toBe(0))
  })
})

describe('a session', () => {
  it('notifies its listeners of every change until they unsubscribe', () => {
    const world = createWorld()
    const listener = vi.fn()
    const leave = world.session.subscribe(listener)
    ask(world, 'hello')
    expect(listener).toHaveBeenCalled()
    leave()
    listener.mockClear()
    world.session.escape()
    expect(listener).not.toHaveBeenCalled()
  })

  it('reports the end of a recording once it is being sent', async () => {
    const world = createWorld()
    await record(world)
    const wasAsked: boolean[] = []
    world.session.subscribe(() => wasAsked.push(world.transcriber.isAsked))
    world.session.release()
    await vi.waitFor(() => expect(wasAsked).not.toEqual([]))
    expect(wasAsked).not.toContain(false)
  })

  it('reports it within 50 ms, although the recording cannot be stored yet', async () => {
    const utterances = new FakeUtterances()
    utterances.save = () => new Promise(() => {})
    const world = createWorld(utterances)
    await record(world)
    const phases: string[] = []
    world.session.subscribe(() => phases.push(world.session.snapshot().state.phase))
    world.session.release()
    world.clock.advance(49)
    expect(phases).toEqual([])
    world.clock.advance(1)
    expect(phases).toEqual(['transcribing'])
    expect(world.transcriber.isAsked).toBe(false)
  })

  it('shows each notice once until it is dismissed', () => {
    const { session } = createWorld()
    session.notify('storage-unavailable')
    session.notify('storage-unavailable')
    expect(session.snapshot().notices).toEqual(['storage-unavailable'])
    session.dismissNotice('storage-unavailable')
    expect(session.snapshot().notices).toEqual([])
  })

  it('has nothing to escape from when idle', () => {
    expect(createWorld().session.escape()).toBe(false)
  })
})
