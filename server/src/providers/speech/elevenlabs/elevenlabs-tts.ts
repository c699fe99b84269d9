import { SPEECH_PCM_SAMPLE_RATE, type WordTime } from '@vee/contract/http/speech'
import { z } from 'zod'
import { awaitFirstChunk } from '../../sound/await-first-chunk.ts'
import { wavStreamHeader } from '../../sound/wav.ts'
import type { TtsProvider, TtsRequest } from '../tts.ts'
import { WordLocator } from '../word-times.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { jsonText } from '../../wire/event-stream.ts'
import { brokenProtocol, failureOfConnection } from '../../wire/failures.ts'
import { jsonLines } from '../../wire/json-lines.ts'
import { languageHint } from '../../wire/languages.ts'
import { audioBody, type Exchange, postContent } from '../../wire/post.ts'
import { ELEVENLABS, type ElevenLabsOptions, elevenLabsTarget } from './api.ts'
import { elevenLabsVoices } from './voices.ts'

const MIN_SPEED = 0.7
const MAX_SPEED = 1.2
const PCM_BYTES_PER_SECOND = SPEECH_PCM_SAMPLE_RATE * 2

const OUTPUT_FORMATS = {
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_64',
  wav: `pcm_${SPEECH_PCM_SAMPLE_RATE}`,
  pcm: `pcm_${SPEECH_PCM_SAMPLE_RATE}`,
} as const satisfies Record<TtsRequest['format'], string>

const alignment = z.object({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
})
const timedChunk = z.object({ audio_base64: z.string(), alignment: alignment.nullish() })
type Alignment = z.infer<typeof alignment>

/**
 * Synthesizes speech by ElevenLabs (https://elevenlabs.io/docs/api-reference/text-to-speech/stream-with-timestamps), with
 * the times of its words where they are wanted.
 */
export function createElevenLabsTts(options: ElevenLabsOptions): TtsProvider {
  return {
    id: ELEVENLABS.id,
    name: options.name,
    model: options.model,
    location: options.location,
    formats: ['mp3', 'opus', 'wav', 'pcm'],
    availability: () => Promise.resolve(AVAILABLE),
    voices: elevenLabsVoices(options),
    synthesize: (request, signal) =>
      awaitFirstChunk(speak(options, request, signal), ELEVENLABS, (error) =>
        failureOfConnection(ELEVENLABS, error, 'after-headers'),
      ),
  }
}

async function* speak(
  options: ElevenLabsOptions,
  request: TtsRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { text, providerVoiceId, speed, format, language, onWords } = request
  const path = `/v1/text-to-speech/${encodeURIComponent(providerVoiceId)}/stream${onWords ? '/with-timestamps' : ''}`
  const hint = languageHint(language)
  const requestBody = {
    text,
    model_id: options.model,
    // Other models reject or ignore it.
    ...(hint !== undefined && options.model.endsWith('_v2_5') && { language_code: hint }),
    ...(speed !== 1 && { voice_settings: { speed: Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed)) } }),
  }
  const exchange = await postContent(
    elevenLabsTarget(options),
    `${path}?output_format=${OUTPUT_FORMATS[format]}`,
    { type: 'application/json', bytes: jsonText(requestBody) },
    signal,
  )
  if (format === 'wav') yield wavStreamHeader(SPEECH_PCM_SAMPLE_RATE)
  if (onWords) yield* timedAudio(exchange.body, text, onWords)
  else yield* await audioBody(exchange, ELEVENLABS)
}

async function* timedAudio(
  body: Exchange['body'],
  text: string,
  onWords: (words: readonly WordTime[]) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const times = new CharacterTimes(text)
  for await (const message of jsonLines(ELEVENLABS, body)) {
    const chunk = timedChunk.safeParse(message).data
    if (!chunk) throw brokenProtocol(ELEVENLABS, 'the speech is not what the protocol says')
    const audio = Buffer.from(chunk.audio_base64, 'base64')
    const words = chunk.alignment ? times.addAlignment(chunk.alignment) : []
    if (words.length > 0) onWords(words)
    times.addAudio(audio.length / PCM_BYTES_PER_SECOND)
    yield audio
  }
}

/** The words of a text by the times of its characters, which are relative to the text or to their chunk. */
class CharacterTimes {
  readonly #locator: WordLocator
  #seconds = 0
  #last = 0

  constructor(text: string) {
    this.#locator = new WordLocator(text)
  }

  addAudio(seconds: number): void {
    this.#seconds += seconds
  }

  addAlignment({ characters, character_start_times_seconds: starts }: Alignment): readonly WordTime[] {
    const base = (starts[0] ?? 0) < this.#last ? this.#seconds : 0
    return characters.flatMap((character, index) => {
      const seconds = base + (starts[index] ?? 0)
      this.#last = Math.max(this.#last, seconds)
      return this.#locator.wordAt(character, seconds * 1_000) ?? []
    })
  }
}
