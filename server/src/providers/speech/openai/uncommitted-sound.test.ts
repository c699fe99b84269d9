import { expect, it } from 'vitest'
import { UncommittedSound } from './uncommitted-sound.ts'

it('keeps the sound that was sent after the end that the service reports', () => {
  const sound = new UncommittedSound()
  sound.add(1_000, 50)
  sound.add(500, 0)
  sound.add(400, 20)
  expect(sound.frames).toBe(70)
  sound.takenUntil(1_500)
  expect(sound.frames).toBe(20)
  sound.takenUntil(1_900)
  expect(sound.frames).toBe(0)
})

it('takes everything where the service does not report the position', () => {
  const sound = new UncommittedSound()
  sound.add(1_000, 50)
  sound.takenUntil()
  expect(sound.frames).toBe(0)
})
