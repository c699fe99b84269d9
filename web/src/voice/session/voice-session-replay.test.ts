import { expect, it } from 'vitest'
import { createWorld } from './voice-session.fixture.ts'

it('speaks a reply again during a replay, and can be paused', () => {
  const world = createWorld()
  world.session.replay('r0', 'Say it again.', 4)
  world.speechOutput.emit({ type: 'started', turnId: world.speechOutput.turnId })
  world.session.replay('r0', 'Say it again.', 0)
  expect(world.session.snapshot()).toMatchObject({
    state: { phase: 'replying', voice: 'coming' },
    saying: { replyId: 'r0', start: 0 },
  })
  world.speechOutput.emit({ type: 'started', turnId: world.speechOutput.turnId })
  world.session.setPaused(true)
  expect(world.session.snapshot().state).toMatchObject({ phase: 'speaking', isPaused: true })
})
