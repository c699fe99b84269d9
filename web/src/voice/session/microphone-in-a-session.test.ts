import { expect, it, vi } from 'vitest'
import { createWorld } from './voice-session.fixture.ts'

async function untilPhase(world: ReturnType<typeof createWorld>, phase: string) {
  await vi.waitFor(() => expect(world.session.snapshot().state.phase).toBe(phase))
}

it('reports a microphone that is blocked after the button was released for the question', async () => {
  const world = createWorld()
  world.session.press()
  world.clock.advance(1_200)
  world.session.release()
  world.microphone.fails('denied')
  await untilPhase(world, 'failed')
  expect(world.session.snapshot()).toMatchObject({
    state: { phase: 'failed', reason: 'denied' },
    permission: 'denied',
  })
})

it('names a muted microphone', async () => {
  const world = createWorld()
  world.microphone.recording = { ...world.microphone.recording, loudestLevel: 0 }
  world.session.press()
  world.microphone.opens()
  await untilPhase(world, 'capturing')
  world.clock.advance(2_000)
  world.session.release()
  await vi.waitFor(() => expect(world.session.snapshot().state).toEqual({ phase: 'idle', hint: 'no-sound' }))
})
