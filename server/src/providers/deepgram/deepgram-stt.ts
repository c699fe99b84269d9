import { z } from 'zod'
import { ProviderFailure } from '../failure.ts'
import type { SttProvider, SttRequest, SttResult } from '../speech/stt.ts'
import { AVAILABLE } from '../wire/availability.ts'
import { parseJson } from '../wire/event-stream.ts'
import { brokenProtocol, failureOfConnection } from '../wire/failures.ts'
import { languageHint } from '../wire/languages.ts'
import { DEEPGRAM, postDeepgram, type DeepgramOptions } from './exchange.ts'

/**
 * Languages of `nova-3`, each of which has a model of its own, by ISO 639-1. Source:
 * https://developers.deepgram.com/docs/models-languages-overview and its changelog until August 2026.
 */
const NOVA_3_LANGUAGES =
  'af ar be bg bn bs ca cs da de el en es et fa fi fr gu he hi hr hu hy id it ja ka kn ko lt lv mk mr ms ne nl no ' +
  'pa pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi zh'

/** Deepgram's codes for languages that `Intl.Locale` calls otherwise. */
const DEEPGRAM_CODES: Readonly<Record<string, string>> = { fil: 'tl', nb: 'no', yue: 'zh-HK' }

const LANGUAGES: ReadonlySet<string> = new Set([
  ...NOVA_3_LANGUAGES.split(' '),
  ...Object.keys(DEEPGRAM_CODES),
])

const isNova3 = (model: string) => model === 'nova-3' || model === 'nova-3-general'

/**
 * Returns the languages of a model as `Intl.Locale` calls them; undefined for models other than `nova-3`,
 * some of which know only English.
 */
const deepgramLanguages = (model: string): readonly string[] | undefined =>
  isNova3(model) ? [...LANGUAGES] : undefined

/** Returns the parameter `language` for a BCP 47 tag; undefined for an unknown language, which is detected. */
function deepgramLanguage(tag: string | undefined, model: string): string | undefined {
  if (tag === undefined) return undefined
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize()
    if (isNova3(model) && !LANGUAGES.has(language)) return undefined
    // The models for Chinese differ in the spoken language and in the script of the transcript.
    if (language === 'zh' && script === 'Hant') return region === 'HK' ? 'zh-HK' : 'zh-TW'
    return DEEPGRAM_CODES[language] ?? language
  } catch {
    return undefined
  }
}

const CONTENT_TYPES = {
  wav: 'audio/wav',
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  mp4: 'audio/mp4',
  mp3: 'audio/mpeg',
} as const satisfies Record<SttRequest['container'], string>

/**
 * Maximum length of all key terms of a request, in UTF-16 code units. Deepgram rejects more than 500 tokens; a
 * token rarely is shorter than a character.
 */
const KEY_TERMS_MAX_LENGTH = 500

const channel = z.object({
  detected_language: z.string().nullish(),
  alternatives: z.array(z.object({ transcript: z.string() })).nullish(),
})
const answer = z.object({
  metadata: z.object({ duration: z.number().nonnegative().nullish() }).nullish(),
  results: z.object({ channels: z.array(channel).min(1) }),
})

/** Transcribes by Deepgram's endpoint for pre-recorded audio (https://developers.deepgram.com/reference/listen-file). */
export function createDeepgramStt(options: DeepgramOptions & { readonly model: string }): SttProvider {
  return {
    id: DEEPGRAM.id,
    name: options.name,
    model: options.model,
    location: options.location,
    languages: deepgramLanguages(options.model),
    containers: ['wav', 'webm', 'ogg', 'mp4', 'mp3'],
    availability: () => Promise.resolve(AVAILABLE),
    async transcribe(request, signal): Promise<SttResult> {
      const content = { type: CONTENT_TYPES[request.container], bytes: request.audio }
      const parameters = parametersOf(request, options.model)
      const { body } = await postDeepgram(options, '/v1/listen', parameters, content, signal).catch(
        (error: unknown) => {
          throw isTooLarge(error) ? tooLarge(error) : error
        },
      )
      const text = await body.text().catch((error: unknown) => {
        throw failureOfConnection(DEEPGRAM, error, 'after-headers')
      })
      return resultOf(text)
    },
  }
}

function parametersOf({ language, prompt }: SttRequest, model: string): URLSearchParams {
  const parameters = new URLSearchParams({ model, smart_format: 'true' })
  const known = deepgramLanguage(language, model)
  // Without both it assumes English.
  if (known === undefined) parameters.set('detect_language', 'true')
  else parameters.set('language', known)
  // Other models reject the parameter.
  if (model.startsWith('nova-3')) {
    for (const term of keyTerms(prompt ?? '')) parameters.append('keyterm', term)
  }
  return parameters
}

/** Splits the words and names that a person expects; those beyond the limit are omitted. */
function keyTerms(prompt: string): readonly string[] {
  const terms = prompt.split(/[,;，；、\r\n]+/).map((term) => term.trim())
  let length = 0
  return [...new Set(terms)].filter((term) => {
    length += term.length
    return term !== '' && length <= KEY_TERMS_MAX_LENGTH
  })
}

function resultOf(text: string): SttResult {
  const parsed = answer.safeParse(parseJson(text))
  const first = parsed.data?.results.channels[0]
  if (!first) throw brokenProtocol(DEEPGRAM, 'the transcription is not what the protocol says')
  return {
    text: first.alternatives?.[0]?.transcript ?? '',
    // A detected language may have a region, as in `nl-BE`.
    language: languageHint(first.detected_language ?? undefined) ?? null,
    durationSeconds: parsed.data?.metadata?.duration ?? undefined,
  }
}

const isTooLarge = (error: unknown) => error instanceof ProviderFailure && error.status === 413

const tooLarge = (cause: unknown) =>
  new ProviderFailure({
    kind: 'too-large',
    provider: DEEPGRAM.id,
    message: 'Deepgram rejected the recording because of its size.',
    status: 413,
    cause,
  })
