import { expect, it } from 'vitest'
import { concatAudio } from './speech-file.ts'

/** Returns WAV as streamed by a server: the length in its header is unknown. */
function streamedWav(...samples: readonly number[]): Blob {
  const header = new DataView(new ArrayBuffer(44))
  header.setUint32(4, 0xffff_ffff, true)
  header.setUint32(24, 24_000, true)
  header.setUint32(40, 0xffff_ffff, true)
  return new Blob([header, Int16Array.from(samples)], { type: 'audio/wav' })
}

it('concatenates MP3 unchanged', async () => {
  const parts = ['one', 'two'].map((text) => new Blob([text], { type: 'audio/mpeg' }))
  const { sound, extension } = await concatAudio(parts)
  expect(extension).toBe('mp3')
  expect(sound.type).toBe('audio/mpeg')
  expect(await sound.text()).toBe('onetwo')
})

it('merges several WAV files into one with a valid length', async () => {
  const { sound, extension } = await concatAudio([streamedWav(1, 2), streamedWav(3, 4, 5)])
  expect(extension).toBe('wav')
  const file = new DataView(await sound.arrayBuffer())
  expect(file.byteLength).toBe(44 + 10)
  expect(file.getUint32(4, true)).toBe(file.byteLength - 8)
  expect(file.getUint32(24, true)).toBe(24_000)
  expect(file.getUint32(40, true)).toBe(10)
  expect([44, 46, 48, 50, 52].map((at) => file.getInt16(at, true))).toEqual([1, 2, 3, 4, 5])
})
