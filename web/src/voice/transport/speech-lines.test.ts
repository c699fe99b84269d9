import type { SpeechLine, WordTime } from '@vee/contract/http/speech'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { audioOfLines } from './speech-lines.ts'

const LINES: readonly SpeechLine[] = [
  { words: [{ start: 0, end: 5, atMs: 0 }] },
  { audio: btoa('\u0000\u00ff\u0001\u0002') },
  { words: [{ start: 6, end: 10, atMs: 400 }] },
  { audio: btoa('\u0003\u0004') },
]

it('returns the audio and passes the words on, for any chunking of the stream', async () => {
  const bytes = new TextEncoder().encode(LINES.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (size) => {
      async function* chunks() {
        for (let index = 0; index < bytes.length; index += size) yield bytes.slice(index, index + size)
      }
      const words: WordTime[] = []
      const audio: number[] = []
      const lines = audioOfLines(chunks(), (more) => words.push(...more))
      for await (const chunk of lines) audio.push(...chunk)
      expect(audio).toEqual([0, 255, 1, 2, 3, 4])
      expect(words.map(({ atMs }) => atMs)).toEqual([0, 400])
    }),
  )
})
