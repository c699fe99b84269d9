import { expect, it } from 'vitest'
import { createWorld } from './voice-session.fixture.ts'

it('shows before it records that nothing can transcribe', () => {
  const world = createWorld()
  world.settings.canTranscribe = false
  world.session.press()
  world.session.release()
  const { state, notices } = world.session.snapshot()
  expect(state.phase).toBe('idle')
  expect(notices).toEqual(['transcription-unavailable'])
})
