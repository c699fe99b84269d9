import type { Voice } from '@vee/contract/entities/voice'
import { ProviderFailure } from '../../failure.ts'
import { awaitFirstChunk } from '../../sound/await-first-chunk.ts'
import type { TtsProvider, TtsRequest } from '../tts.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { encodeSentences } from './encode-sentences.ts'
import { WorkerFailure } from '../../local-models/engine-worker.ts'
import type { SpeechWorker } from './speech-worker.ts'

const FLITE = { id: 'flite', name: 'Flite' } as const

const voice = (
  providerVoiceId: string,
  name: string,
  lang: string,
  gender: Voice['gender'],
  isDefault = false,
): Voice => ({
  id: `${FLITE.id}_${providerVoiceId}`,
  providerVoiceId,
  name,
  lang,
  provider: FLITE.id,
  quality: 'basic',
  isDefault,
  gender,
  description: 'Synthetic voice, made on this server',
})

/** The voices of the package that speak whole sentences. */
const VOICES: readonly Voice[] = [
  voice('slt', 'Flite SLT', 'en-US', 'female', true),
  voice('rms', 'Flite RMS', 'en-US', 'male'),
  voice('awb', 'Flite AWB', 'en-GB', 'male'),
]

/** Limits of speed within which the words stay clear. */
const MIN_SPEED = 0.5
const MAX_SPEED = 2.5

/**
 * Synthesizes English speech by Flite, which is part of Vee: no key, no network, no download. Produces `wav`
 * and `pcm`.
 */
export function createFliteTts(worker: SpeechWorker): TtsProvider {
  return {
    ...FLITE,
    model: 'flite',
    location: 'server',
    formats: ['wav', 'pcm'],
    availability: () => Promise.resolve(AVAILABLE),
    voices: () => Promise.resolve(VOICES),
    async synthesize(request, signal) {
      if (!VOICES.some((candidate) => candidate.providerVoiceId === request.providerVoiceId)) {
        // Flite itself would use another voice.
        throw new ProviderFailure({
          kind: 'refused',
          provider: FLITE.id,
          message: 'Flite has no such voice.',
        })
      }
      return awaitFirstChunk(speak(worker, request, signal), FLITE, fliteFailure)
    },
  }
}

function speak(
  worker: SpeechWorker,
  { text, providerVoiceId, speed, format, caller }: TtsRequest,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  return encodeSentences(sentencesOf(text), format, (sentence) => {
    const job = {
      kind: 'flite',
      text: sentence,
      voice: providerVoiceId,
      speed: Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed)),
    } as const
    return worker.run(job, { owner: caller, signal })
  })
}

/**
 * Returns the sentences that contain words. Flite reads ASCII: accents are removed, other characters become
 * spaces.
 */
function sentencesOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, ' ')
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(plain)
  return Array.from(segments, ({ segment }) => segment.trim()).filter((segment) => /[a-z\d]/i.test(segment))
}

function fliteFailure(error: unknown): ProviderFailure {
  const kind = error instanceof WorkerFailure ? FAILURES[error.kind] : 'broken'
  return new ProviderFailure({ kind, provider: FLITE.id, message: 'Flite could not speak.', cause: error })
}

const FAILURES = {
  busy: 'rate-limited',
  cancelled: 'cut',
  timeout: 'timeout',
  failed: 'broken',
  unreadable: 'broken',
  'too-long': 'broken',
} as const satisfies Record<WorkerFailure['kind'], ProviderFailure['kind']>
