import { speechBody } from './upstream/sound.ts'

/** Speech of a text in pieces of 100 ms, with the time of each of its characters; it is spoken evenly. */
export function timedSpeech(text: string, speed: number) {
  const body = speechBody({ input: text, speed, response_format: 'pcm' })
  const pieces = body.pieces.map((piece) => (typeof piece === 'function' ? piece() : piece))
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  const secondsOf = (index: number) => (index / text.length) * (bytes / 48_000)
  return { pieces, bytes, secondsOf }
}
