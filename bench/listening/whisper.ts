import { WAV_HEADER_BYTES } from '@vee/contract/audio/wav-header'
import type {
  TranscriptionRequest,
  Recording,
  Transcriber,
} from '../../web/src/voice/transcription/transcriber.ts'
import { FRAME_MS, FRAME_SAMPLES } from '../../web/src/voice/capture/frames.ts'
import type { Clock } from '../../web/src/voice/speak/clock.ts'
import { between, createRandom, pick, type Random } from './sounds.ts'
import type { Scene, SpokenWord } from './scene.ts'

const DELAY_MS = { least: 180, most: 320 }

/** Returns words of the voice that can be recognized in this range of the microphone's sound. */
type EchoedWordsOf = (from: number, to: number) => readonly SpokenWord[]

/** How transcribers write a name that follows a greeting. */
const VEE = ['Vee', 'Vee', 'V', 'Vi', 'Vie', 'B', 'We']

/**
 * Stands in for Whisper: it returns the words that were spoken within a recording, with a full stop behind every
 * segment, invents words for some noises, and writes names differently. It finds the recording in the sound of the
 * microphone by its samples, so that it only gets what was sent to it.
 */
export class SimulatedWhisper implements Transcriber {
  /** seconds of sound that were sent, and when */
  readonly sent: { readonly at: number; readonly seconds: number }[] = []
  readonly #frames = new Map<number, number>()
  readonly #clock: Clock
  readonly #scene: () => Scene
  readonly #random: Random
  readonly #echo: EchoedWordsOf
  readonly #delayMs: typeof DELAY_MS
  #reading = 0

  constructor(
    clock: Clock,
    scene: () => Scene,
    seed: number,
    echo: EchoedWordsOf = () => [],
    delayMs: typeof DELAY_MS = DELAY_MS,
  ) {
    this.#delayMs = delayMs
    this.#clock = clock
    this.#scene = scene
    this.#random = createRandom(seed)
    this.#echo = echo
  }

  /** Recordings that are being read; the virtual clock waits for them. */
  get isReading(): boolean {
    return this.#reading > 0
  }

  /** Called with every frame of the microphone. */
  captured(samples: Int16Array, index: number): void {
    this.#frames.set(hashOf(samples), index)
  }

  start(_request: TranscriptionRequest) {
    return { finish: (recording: Recording) => this.#transcribe(recording), abort: () => undefined }
  }

  async #transcribe({ audio, durationSeconds }: Recording) {
    this.sent.push({ at: this.#clock.now(), seconds: durationSeconds })
    const from = await this.#startOf(audio)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#clock.after(between(this.#random, this.#delayMs.least, this.#delayMs.most), resolve)
    await promise
    return { text: this.#textOf(from, from + durationSeconds * 1_000), language: undefined }
  }

  async #startOf(audio: Blob): Promise<number> {
    this.#reading += 1
    try {
      const bytes = await audio.slice(WAV_HEADER_BYTES).arrayBuffer()
      const samples = new Int16Array(bytes)
      for (let position = 0; position + FRAME_SAMPLES <= samples.length; position += FRAME_SAMPLES) {
        const index = this.#frames.get(hashOf(samples.subarray(position, position + FRAME_SAMPLES)))
        if (index !== undefined) return (index - position / FRAME_SAMPLES) * FRAME_MS
      }
      throw new Error('a recording that the microphone did not deliver')
    } finally {
      this.#reading -= 1
    }
  }

  #textOf(from: number, to: number): string {
    const { words, noises, language } = this.#scene()
    const isWithin = (word: { from: number; to: number }) =>
      Math.min(word.to, to) - Math.max(word.from, from) >= 0.6 * (word.to - word.from)
    const said = words.filter((word) => word.isUser && isWithin(word))
    if (said.length > 0) return written(said, language, this.#random)
    const own = this.#echo(from, to).filter(isWithin)
    if (own.length > 0) return written(own, language, this.#random)
    const others = words.filter((word) => !word.isUser && isWithin(word))
    if (others.length > 2 && this.#random() < 0.3) return written(others.slice(0, 4), language, this.#random)
    const noise = noises.find((one) => one.from < to && one.to > from)
    return this.#invented(noise?.kind, language)
  }

  #invented(kind: string | undefined, language: string): string {
    if (kind === 'laughter') return this.#random() < 0.5 ? 'Ha ha ha.' : ''
    if (this.#random() > 0.3) return ''
    return kind === 'music' ? '♪' : (INVENTED[language] ?? 'Thank you.')
  }
}

/** What Whisper is known to invent for noise. */
const INVENTED: Readonly<Record<string, string>> = {
  en: 'Thank you.',
  de: 'Vielen Dank.',
  fr: "Merci d'avoir regardé.",
  es: 'Gracias por ver el video.',
  it: 'Grazie a tutti.',
  pt: 'Obrigado.',
  ja: 'ご視聴ありがとうございました',
  ko: '감사합니다.',
  zh: '谢谢观看',
}

export function written(words: readonly SpokenWord[], language: string, random: Random): string {
  const isJoined = language === 'ja' || language === 'zh'
  const text = words
    .map(({ text: word }, index) => spelled(word, words[index - 1]?.text, random))
    .join(isJoined ? '' : ' ')
    .replace(/[,、，.。;:]$/u, '')
  const whole = text.slice(0, 1).toUpperCase() + text.slice(1)
  return /[?？!]$/u.test(whole) ? whole : `${whole}${isJoined ? '。' : '.'}`
}

/** A name after a greeting is written in many ways, and the same twice rarely. */
function spelled(word: string, before: string | undefined, random: Random): string {
  if (!/^vee[,.]?$/iu.test(word)) return word
  const mark = /[,.]$/u.exec(word)?.[0] ?? ''
  const isGreeted = before !== undefined && /^(hey|hi|hallo|hola|salut|ciao|oi|okay)$/iu.test(before)
  return `${isGreeted ? pick(random, VEE) : pick(random, ['Vee', 'V', 'Vi'])}${mark}`
}

function hashOf(samples: Int16Array): number {
  let hash = 0x81_1c_9d_c5
  let any = 0
  for (const sample of samples) {
    hash = Math.imul(hash ^ sample, 0x01_00_01_93)
    any |= sample
  }
  return any === 0 ? -1 : hash >>> 0
}
