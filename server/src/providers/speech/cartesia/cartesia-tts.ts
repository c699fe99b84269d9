import { SPEECH_PCM_SAMPLE_RATE, type WordTime } from '@vee/contract/http/speech'
import { z } from 'zod'
import { awaitFirstChunk } from '../../sound/await-first-chunk.ts'
import { ProviderFailure } from '../../failure.ts'
import { wavStreamHeader } from '../../sound/wav.ts'
import type { TtsProvider, TtsRequest } from '../tts.ts'
import { WordLocator } from '../word-times.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { jsonText } from '../../wire/event-stream.ts'
import { cutAnswer, failureOfConnection } from '../../wire/failures.ts'
import { jsonLines } from '../../wire/json-lines.ts'
import { languageHint } from '../../wire/languages.ts'
import { audioBody, type Exchange, postContent } from '../../wire/post.ts'
import { CARTESIA, type CartesiaOptions, cartesiaTarget } from './api.ts'
import { cartesiaVoices } from './voices.ts'

const MIN_SPEED = 0.6
const MAX_SPEED = 1.5

const RAW = { container: 'raw', encoding: 'pcm_s16le', sample_rate: SPEECH_PCM_SAMPLE_RATE }
const MP3 = { container: 'mp3', bit_rate: 128_000, sample_rate: 44_100 }

const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chunk'), data: z.string() }),
  z.object({
    type: z.literal('timestamps'),
    word_timestamps: z.object({ words: z.array(z.string()), start: z.array(z.number()) }),
  }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('error') }),
])

/**
 * Synthesizes speech by Cartesia (https://docs.cartesia.ai/api-reference/tts/sse), with the times of its words where they
 * are wanted.
 */
export function createCartesiaTts(options: CartesiaOptions): TtsProvider {
  return {
    id: CARTESIA.id,
    name: options.name,
    model: options.model,
    location: options.location,
    formats: ['mp3', 'wav', 'pcm'],
    availability: () => Promise.resolve(AVAILABLE),
    voices: cartesiaVoices(options),
    synthesize: (request, signal) =>
      awaitFirstChunk(speak(options, request, signal), CARTESIA, (error) =>
        failureOfConnection(CARTESIA, error, 'after-headers'),
      ),
  }
}

async function* speak(
  options: CartesiaOptions,
  request: TtsRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { text, providerVoiceId, speed, format, language, onWords } = request
  const hint = languageHint(language)
  // Events carry raw audio only.
  const isTimed = onWords !== undefined && format !== 'mp3'
  const requestBody = {
    model_id: options.model,
    transcript: text,
    voice: { mode: 'id', id: providerVoiceId },
    output_format: format === 'mp3' ? MP3 : RAW,
    ...(hint !== undefined && { language: hint }),
    ...(speed !== 1 && { generation_config: { speed: Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed)) } }),
    ...(isTimed && { add_timestamps: true }),
  }
  const content = { type: 'application/json', bytes: jsonText(requestBody) }
  const path = isTimed ? '/tts/sse' : '/tts/bytes'
  const exchange = await postContent(cartesiaTarget(options), path, content, signal)
  if (format === 'wav') yield wavStreamHeader(SPEECH_PCM_SAMPLE_RATE)
  if (isTimed) yield* timedAudio(exchange.body, text, onWords)
  else yield* await audioBody(exchange, CARTESIA)
}

async function* timedAudio(
  body: Exchange['body'],
  text: string,
  onWords: (words: readonly WordTime[]) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const locator = new WordLocator(text)
  for await (const received of jsonLines(CARTESIA, body)) {
    const message = event.safeParse(received).data
    if (message?.type === 'chunk') yield Buffer.from(message.data, 'base64')
    if (message?.type === 'timestamps') {
      const { words, start } = message.word_timestamps
      const times = words.flatMap((word, index) => locator.wordAt(word, (start[index] ?? 0) * 1_000) ?? [])
      if (times.length > 0) onWords(times)
    }
    if (message?.type === 'done') return
    if (message?.type === 'error')
      throw new ProviderFailure({
        kind: 'broken',
        provider: CARTESIA.id,
        message: 'Cartesia reported an error.',
      })
  }
  throw cutAnswer(CARTESIA)
}
