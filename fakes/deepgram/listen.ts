import { createHash, randomUUID } from 'node:crypto'
import type { Body } from '../upstream/deliver.ts'
import type { RecordedRequest } from '../upstream/recorded-request.ts'
import { wavSeconds } from '../upstream/sound.ts'
import { badRequest, type DeepgramError } from './errors.ts'

const MODELS = /^(?:nova-3|nova-2|nova|enhanced|base)(?:-[a-z]+)?$/
/** Some of the languages of `nova-3`, those of the tests among them. */
const LANGUAGES: ReadonlySet<string> = new Set(
  'multi de de-CH en en-GB en-US es fr hi it ja ko nl nl-BE no pt pt-BR sv tl zh zh-CN zh-HK zh-TW'.split(
    ' ',
  ),
)
/** Parameters of `POST /v1/listen` that a request for a transcript alone may have. */
const PARAMETERS: ReadonlySet<string> = new Set(
  'model language detect_language smart_format punctuate keyterm keywords mip_opt_out tag'.split(' '),
)
/** A rough count: four characters are a token. */
const MAX_KEY_TERMS_TOKENS = 500
const DEFAULT_SECONDS = 1

/** Returns the error of a request; undefined for a valid one. */
export function listenError({ query, body }: RecordedRequest): DeepgramError | undefined {
  const unknown = [...query.keys()].find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined) return badRequest(`unknown parameter ${unknown}`)
  const model = query.get('model') ?? 'base'
  const language = query.get('language') ?? 'en'
  if (!MODELS.test(model) || !LANGUAGES.has(language)) {
    return badRequest('No such model/language/tier combination found.')
  }
  const terms = query.getAll('keyterm')
  if (terms.length > 0 && !model.startsWith('nova-3')) {
    return badRequest('Keyterms are only supported by Nova-3.')
  }
  if (terms.join('').length / 4 > MAX_KEY_TERMS_TOKENS) return badRequest('Keyterm limit exceeded.')
  if (!isAudio(body)) return badRequest('failed to process audio: corrupt or unsupported data')
  return undefined
}

/** Returns the transcription in the form of the API. */
export function transcription({ query, body }: RecordedRequest, text: string): Body {
  const isDetected = query.get('detect_language') === 'true'
  const seconds = wavSeconds(body) ?? DEFAULT_SECONDS
  const words = text === '' ? [] : text.split(' ')
  const modelId = randomUUID()
  const transcript = {
    metadata: {
      transaction_key: 'deprecated',
      request_id: randomUUID(),
      sha256: createHash('sha256').update(body).digest('hex'),
      created: new Date().toISOString(),
      duration: seconds,
      channels: 1,
      models: [modelId],
      model_info: {
        [modelId]: { name: 'general-nova-3', version: '2026-08-01.0', arch: query.get('model') },
      },
    },
    results: {
      channels: [
        {
          alternatives: [
            {
              transcript: text,
              confidence: text === '' ? 0 : 0.99,
              words: words.map((word, index) => ({
                word: word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
                start: (index * seconds) / words.length,
                end: ((index + 1) * seconds) / words.length,
                confidence: 0.99,
                punctuated_word: word,
              })),
            },
          ],
          ...(isDetected && { detected_language: 'en', language_confidence: 0.98 }),
        },
      ],
    },
  }
  const bytes = Buffer.from(JSON.stringify(transcript))
  const half = bytes.subarray(0, bytes.length / 2)
  return {
    contentType: 'application/json',
    opening: [],
    pieces: [half],
    closing: [bytes.subarray(half.length)],
    errorEvent: Buffer.alloc(0),
    garbage: Buffer.alloc(0),
  }
}

/** The first bytes of Ogg, WAV, MP3 with and without tags, and WebM. */
const MAGIC = ['OggS', 'RIFF', 'ID3', '\xff\xfb', '\xff\xf3', '\x1aE\xdf\xa3']

function isAudio(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 8)
  return MAGIC.some((magic) => head.startsWith(magic)) || head.endsWith('ftyp')
}
