import { describe, expect, it, vi } from 'vitest'
import { UTTERANCE_MICROPHONE } from './fake-hands-free.fixture.ts'
import { createWorld } from './voice-session.fixture.ts'
import { transcribed, TRANSCRIBING, playEvents, submitted, TAPPED, WAITING } from './voice-machine.fixture.ts'
import type { VoiceEvent } from './voice-event.ts'

const delayed: VoiceEvent = { type: 'transcription-delayed', utteranceId: 'u1' }
const late: VoiceEvent = { type: 'transcribed-late', utteranceId: 'u1', text: 'hello' }

describe('an utterance that waits for a download', () => {
  it('leaves the turn, and its transcription continues', () => {
    expect(playEvents([...TRANSCRIBING, delayed])).toEqual({
      state: { phase: 'idle', hint: undefined },
      effects: [],
    })
  })

  it('lets a Send that waited for it send the typed text', () => {
    expect(playEvents([...TRANSCRIBING, submitted('typed'), delayed]).effects).toEqual([{ type: 'send' }])
  })

  it('lets a typed message be sent at once', () => {
    const { state, effects } = playEvents([...TRANSCRIBING, delayed, submitted('typed')])
    expect(state).toMatchObject({ phase: 'waiting', turnId: 't1' })
    expect(effects).toEqual([{ type: 'ask', turnId: 't1', text: 'typed' }])
  })

  it('does not delay the words of another one', () => {
    const second = [...TAPPED].map((event) =>
      'utteranceId' in event ? { ...event, utteranceId: 'u2' } : event,
    ) as readonly VoiceEvent[]
    const { state } = playEvents([...TRANSCRIBING, ...second, delayed, { type: 'released', at: 9_000 }])
    expect(state).toMatchObject({ phase: 'capturing', queue: [] })
  })

  it('is ignored when it was abandoned', () => {
    expect(playEvents([...WAITING, delayed]).effects).toEqual([])
  })

  it('offers its words for review when they are known', () => {
    expect(playEvents([...TRANSCRIBING, delayed, late])).toEqual({
      state: { phase: 'reviewing' },
      effects: [{ type: 'add-transcript', utteranceId: 'u1', text: 'hello' }, { type: 'submit-or-review' }],
    })
  })

  it('changes nothing while a reply is written or a recording runs', () => {
    for (const events of [WAITING, TAPPED]) expect(playEvents([...events, late]).effects).toEqual([])
    expect(playEvents([...TRANSCRIBING, delayed, transcribed('late')]).effects).toEqual([])
  })
})

/** A recording whose transcription waits for a download. */
async function recordUtterance() {
  const world = createWorld()
  world.session.press()
  world.microphone.opens()
  await vi.waitFor(() => expect(world.session.snapshot().state.phase).toBe('capturing'))
  world.clock.advance(2_000)
  world.session.release()
  await vi.waitFor(() => expect(world.transcriber.isAsked).toBe(true))
  world.transcriber.requests[0]?.onDelayed?.()
  return world
}

/** An open microphone with one utterance that is being transcribed. */
async function startListening() {
  const world = createWorld()
  world.controller().show({ kind: 'ready', mode: 'continuous' })
  world.controller().beginUtterance('u1', UTTERANCE_MICROPHONE)
  world.controller().endUtterance('u1')
  await vi.waitFor(() => expect(world.transcriber.isAsked).toBe(true))
  return world
}

const progressesOf = ({ session }: Awaited<ReturnType<typeof recordUtterance>>) =>
  session.snapshot().pendingUtterances.map(({ progress }) => progress.state)

describe('a session whose recognition is being downloaded', () => {
  it('shows the recording, and offers its words when they are known', async () => {
    const world = await recordUtterance()
    expect(progressesOf(world)).toEqual(['waiting'])
    world.transcriber.hears('hello there')
    await vi.waitFor(() => expect(world.composer.text).toBe('hello there'))
    expect(progressesOf(world)).toEqual([])
  })

  it('leaves the words with their recording when something was sent since', async () => {
    const world = await recordUtterance()
    world.session.submit('typed')
    world.transcriber.hears('hello there')
    await vi.waitFor(() => expect(progressesOf(world)).toEqual(['transcribed']))
    expect(world.composer.text).toBe('')
  })

  it('discards the recording with its transcription', async () => {
    const world = await recordUtterance()
    world.session.discardUtterance(world.session.snapshot().pendingUtterances[0]?.id ?? '')
    world.transcriber.hears('hello there')
    await vi.waitFor(() => expect(progressesOf(world)).toEqual([]))
    expect(world.composer.text).toBe('')
  })
})

describe('an open microphone that nothing transcribes', () => {
  it.each(['unavailable', 'preparing'] as const)('is closed after the failure %s', async (reason) => {
    const world = await startListening()
    world.transcriber.fails(reason)
    await vi.waitFor(() => expect(world.ears.stopped).toBe(1))
    expect(world.session.snapshot().notices).toEqual(
      reason === 'unavailable' ? ['transcription-unavailable'] : [],
    )
  })

  it('is closed while recognition is downloaded', async () => {
    const world = await startListening()
    world.transcriber.requests[0]?.onDelayed?.()
    expect(world.ears.stopped).toBe(1)
  })

  it('stays open after other failures', async () => {
    const world = await startListening()
    world.transcriber.fails('timed-out')
    await vi.waitFor(() => expect(world.session.snapshot().pendingUtterances).toHaveLength(1))
    expect(world.ears.stopped).toBe(0)
  })
})
