import { SPEECH_CONTENT_TYPES, SPEECH_PCM_SAMPLE_RATE, type SpeechFormat } from '@vee/contract/http/speech'
import { awaitFirstChunk } from '../../sound/await-first-chunk.ts'
import { encodeStream } from '../../sound/encode-stream.ts'
import { decodeMp3Stream } from '../../sound/mp3-stream.ts'
import { readRawSamples } from '../../sound/raw-samples.ts'
import { readAnyWav, type SampleStream } from '../../sound/wav-reader.ts'
import type { SynthesizedAudio } from '../tts.ts'
import { boundedText } from '../../wire/bounded-text.ts'
import { parseJson } from '../../wire/event-stream.ts'
import {
  brokenProtocol,
  emptyAnswer,
  failureInAnswer,
  failureOfAnswer,
  failureOfConnection,
} from '../../wire/failures.ts'
import type { Exchange } from '../../wire/post.ts'
import { SPEECH_SERVICE } from './api.ts'

/** What the bytes of an answer are, by their beginning. */
type Encoding = 'wav' | 'mp3' | 'ogg' | 'flac' | 'mp4' | 'text' | 'raw'

const MEDIA_TYPES: Readonly<Partial<Record<Encoding, string>>> = {
  wav: SPEECH_CONTENT_TYPES.wav,
  mp3: SPEECH_CONTENT_TYPES.mp3,
  ogg: SPEECH_CONTENT_TYPES.opus,
  flac: 'audio/flac',
  mp4: 'audio/mp4',
}
const HEAD_BYTES = 16
/** Longest answer of JSON with audio in it, in bytes. */
const MAX_JSON_BYTES = 48 * 1024 * 1024

/**
 * Returns the audio of an answer. Servers send another format than requested, label it as the requested one, or wrap it
 * in JSON: the bytes decide. For `pcm`, WAV and MP3 are decoded while they arrive; other requests get what the server
 * sent, with its media type. Throws ProviderFailure if it is no audio, or cannot be decoded for `pcm`.
 */
export async function answeredAudio(
  { mediaType, body }: Exchange,
  format: SpeechFormat,
): Promise<SynthesizedAudio> {
  const source = await awaitFirstChunk(body, SPEECH_SERVICE, (error) =>
    failureOfConnection(SPEECH_SERVICE, error, 'after-headers'),
  )
  const { head, stream } = await withHead(source)
  const encoding = encodingOf(head, mediaType)
  if (encoding === 'text') return audioInText(stream, mediaType, format)
  return inFormat(encoding, stream, mediaType, format)
}

async function inFormat(
  encoding: Encoding,
  stream: AsyncIterable<Uint8Array>,
  mediaType: string,
  format: SpeechFormat,
): Promise<SynthesizedAudio> {
  if (format !== 'pcm') return Object.assign(stream, { mediaType: MEDIA_TYPES[encoding] })
  const samples = await samplesOf(encoding, stream, mediaType)
  if (samples === 'as-is') return stream
  return awaitFirstChunk(encodeStream(samples, 'pcm'), SPEECH_SERVICE, (error) =>
    failureOfConnection(SPEECH_SERVICE, error, 'after-headers'),
  )
}

async function samplesOf(
  encoding: Encoding,
  stream: AsyncIterable<Uint8Array>,
  mediaType: string,
): Promise<SampleStream | 'as-is'> {
  switch (encoding) {
    case 'raw': {
      const sampleRate = rateIn(mediaType)
      return sampleRate === SPEECH_PCM_SAMPLE_RATE ? 'as-is' : { sampleRate, samples: readRawSamples(stream) }
    }
    case 'wav': {
      const samples = await readAnyWav(stream)
      if (samples) return samples
      throw brokenProtocol(SPEECH_SERVICE, 'the WAV is damaged, or compressed')
    }
    case 'mp3':
      return decodeMp3Stream(stream)
    case 'ogg':
    case 'flac':
    case 'mp4':
    case 'text':
      await stream[Symbol.asyncIterator]().return?.()
      throw brokenProtocol(SPEECH_SERVICE, `the server sent ${encoding} where pcm was requested`)
  }
}

/** Reads JSON that contains the audio in base64. Throws for an error and any other text. */
async function audioInText(
  stream: AsyncIterable<Uint8Array>,
  mediaType: string,
  format: SpeechFormat,
): Promise<SynthesizedAudio> {
  const text = await boundedText(stream, MAX_JSON_BYTES).catch(() => '')
  const json = parseJson(text)
  const audio = base64In(json)
  if (audio === undefined) {
    const error = failureInAnswer(json, false)
    if (error) throw failureOfAnswer(SPEECH_SERVICE, error, false)
    throw brokenProtocol(SPEECH_SERVICE, 'the response is text and no audio')
  }
  const bytes = Buffer.from(audio, 'base64')
  if (bytes.length === 0) throw emptyAnswer(SPEECH_SERVICE)
  return inFormat(encodingOf(bytes, ''), only(bytes), mediaType, format)
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes
}

/** Fields with audio: of several servers, of Google's speech, and of OpenAI's chat with audio. */
const AUDIO_FIELDS = [
  'audio',
  'audio_base64',
  'audioContent',
  'audio_content',
  'b64_json',
  'data',
  'output',
] as const
/** Shorter texts are no audio. */
const MIN_BASE64_LENGTH = 64

function base64In(json: unknown, depth = 0): string | undefined {
  if (typeof json === 'string') {
    const text = json.replace(/^data:[^,]{0,100},/, '')
    return text.length >= MIN_BASE64_LENGTH && /^[\w+/=\s-]+$/.test(text) ? text : undefined
  }
  if (typeof json !== 'object' || json === null || depth > 2) return undefined
  const fields = (Array.isArray(json) ? { audio: json[0] } : json) as Readonly<Record<string, unknown>>
  for (const field of AUDIO_FIELDS) {
    const audio = base64In(fields[field], depth + 1)
    if (audio !== undefined) return audio
  }
  return undefined
}

/** Returns the first bytes, and the stream with them. */
async function withHead(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < HEAD_BYTES) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  async function* stream(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield head
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return?.()
    }
  }
  return { head, stream: stream() }
}

function encodingOf(head: Buffer, mediaType: string): Encoding {
  const mark = head.toString('latin1', 0, 4)
  if (mark === 'RIFF' || mark === 'RF64') return 'wav'
  if (mark === 'OggS') return 'ogg'
  if (mark === 'fLaC') return 'flac'
  if (head.toString('latin1', 4, 8) === 'ftyp') return 'mp4'
  if (mark.startsWith('ID3') || isMp3Frame(head, /mpeg|mp3/.test(mediaType))) return 'mp3'
  if (/^(?:text\/|application\/json)/.test(mediaType) || /^\s*(?:\{\s*"|<)/.test(head.toString('latin1')))
    return 'text'
  return 'raw'
}

/**
 * Returns whether the bytes are the header of a frame of MP3. Quiet samples may look like one, so that without the label
 * only the usual headers count.
 */
function isMp3Frame(head: Buffer, isLabelled: boolean): boolean {
  const [sync = 0, version = 0, rates = 0] = head
  if (sync !== 0xff || (version & 0xe0) !== 0xe0) return false
  if (isLabelled) return true
  const isLayer3 = [0xfb, 0xfa, 0xf3, 0xf2, 0xe3, 0xe2].includes(version)
  const bitrate = rates >> 4
  return isLayer3 && bitrate > 0 && bitrate < 15 && (rates & 0x0c) !== 0x0c
}

/** Returns the rate that a label such as `audio/pcm;rate=16000` states. */
function rateIn(mediaType: string): number {
  const rate = Number(/(?:^|[;\s])(?:rate|samplerate|sample_rate)="?(\d{4,6})/i.exec(mediaType)?.[1])
  return rate >= 8_000 && rate <= 192_000 ? rate : SPEECH_PCM_SAMPLE_RATE
}
