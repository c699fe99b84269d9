import { atLevel, createRandom, fan, RATE } from './sounds.ts'

const PER_MS = RATE / 1_000

/** Words in the sound of a scene, for the recognizer that stands in for Whisper. */
export interface SpokenWord {
  readonly text: string
  readonly from: number
  readonly to: number
  /** the person who talks to Vee; false: others in the room */
  readonly isUser: boolean
}

/** A stretch without words that is louder than the room. */
export interface Noise {
  readonly kind: 'cough' | 'laughter' | 'typing' | 'music' | 'fan'
  readonly from: number
  readonly to: number
}

/** What reaches the microphone over time, in ms from its start, with its labels. */
export interface Scene {
  readonly samples: Float32Array
  readonly words: readonly SpokenWord[]
  readonly noises: readonly Noise[]
  readonly language: string
}

/** Level of the person who talks, dBFS; other levels are relative to it. */
const USER_DB = -26
const ROOM_DB = -62
/** Noise of a quiet room; scenes begin at different places of it. */
const ROOM_NOISE = atLevel(fan(createRandom(1), 20_000), ROOM_DB)

/** Builds a scene in a quiet room of this length. */
export class SceneBuilder {
  readonly #samples: Float32Array
  readonly #words: SpokenWord[] = []
  readonly #noises: Noise[] = []
  readonly #language: string

  constructor(seed: number, ms: number, language: string) {
    this.#language = language
    const from = Math.floor(createRandom(seed)() * (ROOM_NOISE.length / 2))
    const wanted = Math.round(ms * PER_MS)
    this.#samples = new Float32Array(wanted)
    for (let position = 0; position < wanted; position += ROOM_NOISE.length / 2)
      this.#samples.set(
        ROOM_NOISE.subarray(from, from + Math.min(ROOM_NOISE.length / 2, wanted - position)),
        position,
      )
  }

  add(sound: Float32Array, at: number, relativeDb: number): number {
    const scaled = atLevel(sound, USER_DB + relativeDb)
    const from = Math.round(at * PER_MS)
    const length = Math.min(scaled.length, this.#samples.length - from)
    for (let index = 0; index < length; index += 1)
      this.#samples[from + index] = (this.#samples[from + index] ?? 0) + (scaled[index] ?? 0)
    return at + scaled.length / PER_MS
  }

  /** Returns when the speech ends. */
  speak(sound: Float32Array, text: string, at: number, relativeDb = 0, isUser = true): number {
    const end = this.add(sound, at, relativeDb)
    this.#words.push(...wordsIn(text, at, end, isUser))
    return end
  }

  /** Adds words whose sound is part of another. */
  label(words: readonly SpokenWord[]): void {
    this.#words.push(...words)
  }

  noise(kind: Noise['kind'], sound: Float32Array, at: number, relativeDb = 0): number {
    const end = this.add(sound, at, relativeDb)
    this.#noises.push({ kind, from: at, to: end })
    return end
  }

  build(): Scene {
    return { samples: this.#samples, words: this.#words, noises: this.#noises, language: this.#language }
  }
}

/** Distributes the words of a text over its sound by their lengths. */
export function wordsIn(text: string, from: number, to: number, isUser: boolean): SpokenWord[] {
  const isJoined = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
  const pieces = isJoined
    ? (text.replaceAll(' ', '').match(/[\p{L}\p{N}ー][^\p{L}\p{N}ー]*/gu) ?? [])
    : text.split(' ')
  const spoken = pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  const marks = pieces.join(isJoined ? '' : ' ')
  const total = spoken.reduce((sum, piece) => sum + piece.length + 1, 0)
  let at = from
  const words = spoken.map((piece) => {
    const start = at
    at += ((piece.length + 1) / total) * (to - from)
    return { text: piece, from: start, to: at, isUser }
  })
  // The mark at the end belongs to the last word.
  const last = words.at(-1)
  const mark = /[?？]$/u.exec(marks.trim())?.[0]
  if (last && mark && !last.text.endsWith(mark))
    words[words.length - 1] = { ...last, text: `${last.text}${mark}` }
  return words
}
