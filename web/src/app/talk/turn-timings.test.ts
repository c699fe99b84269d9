import { expect, it } from 'vitest'
import { createWorld } from '#voice/session/voice-session.fixture.ts'
import { followTimings } from './turn-timings.ts'

it('tells how long the parts of a turn took', async () => {
  const world = createWorld()
  const timings = followTimings(world.session, () => world.clock.now())
  world.session.submit('hello')
  const turnId = world.asked[0]?.turnId ?? ''
  world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
  world.clock.advance(300)
  world.session.progress({ type: 'reply-text', turnId, text: 'Well.' })
  world.clock.advance(200)
  world.speaker.emit({ type: 'started', turnId })
  expect(timings()).toMatchObject([{ heardMs: undefined, firstTextMs: 300, firstSoundMs: 500 }])
})
