import { expect, it, vi } from 'vitest'
import { createWorld } from '#voice/session/voice-session.fixture.ts'
import { followTimings } from './turn-timings.ts'

it('measures the stages of a turn', async () => {
  const world = createWorld()
  const timings = followTimings(world.session, () => world.clock.now())
  world.session.submit('hello')
  const turnId = world.asked[0]?.turnId ?? ''
  world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
  world.clock.advance(300)
  world.session.progress({ type: 'reply-text', turnId, text: 'Well.' })
  world.clock.advance(200)
  world.speechOutput.emit({ type: 'started', turnId })
  expect(timings()).toMatchObject([{ transcriptMs: undefined, firstTextMs: 300, firstSoundMs: 500 }])
})

it('ignores discarded turns', async () => {
  const world = createWorld()
  const timings = followTimings(world.session, () => world.clock.now())
  const untilPhase = (phase: string) =>
    vi.waitFor(() => expect(world.session.snapshot().state.phase).toBe(phase))
  world.session.press()
  world.microphone.opens()
  await untilPhase('capturing')
  world.clock.advance(2_000)
  world.session.release()
  await vi.waitFor(() => expect(world.transcriber.isAsked).toBe(true))
  world.clock.advance(700)
  world.transcriber.hears('')
  await untilPhase('idle')
  world.session.submit('typed')
  expect(timings()).toMatchObject([{ transcriptMs: undefined }])
})
