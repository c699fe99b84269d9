import { expect, it, vi } from 'vitest'
import { createWorld } from '../session/voice-session.fixture.ts'
import type { Cue } from './cue.ts'
import { followListening } from './listening-cues.ts'

it('plays at the start and the end of listening, once each', async () => {
  const { session, microphone, clock } = createWorld()
  const played: Cue[] = []
  followListening(session, (cue) => played.push(cue))
  session.press()
  expect(played).toEqual([])
  microphone.opens()
  await vi.waitFor(() => expect(played).toEqual(['listening']))
  clock.advance(2_000)
  session.release()
  await vi.waitFor(() => expect(played).toEqual(['listening', 'listened']))
})

it('is silent when the microphone does not open', async () => {
  const { session, microphone } = createWorld()
  const played: Cue[] = []
  followListening(session, (cue) => played.push(cue))
  session.press()
  microphone.fails('denied')
  await vi.waitFor(() => expect(session.snapshot().state.phase).toBe('failed'))
  expect(played).toEqual([])
})
