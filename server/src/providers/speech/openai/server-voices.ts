import type { Voice } from '@vee/contract/entities/voice'
import { entriesOf, idsOf } from '../../wire/list-entries.ts'
import { fetchModels } from '../../wire/model-list.ts'
import { bearer } from '../../wire/chat/chat-completions.ts'

/**
 * Where servers list their voices: Kokoro-FastAPI, Orpheus-FastAPI and LocalAI; Speaches; Chatterbox and servers of
 * Edge's voices.
 */
const PATHS = ['/audio/voices', '/audio/speech/voices', '/voices'] as const
const MAX_VOICES = 500
const MAX_ID_LENGTH = 100

/** Kokoro's voices begin with their language and gender: `af_heart` is an American woman. */
const KOKORO_LANGUAGES: Readonly<Record<string, string>> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es-ES',
  f: 'fr-FR',
  h: 'hi-IN',
  i: 'it-IT',
  j: 'ja-JP',
  p: 'pt-BR',
  z: 'zh-CN',
}

export interface VoiceServer {
  /** with its `/v1`, without a slash at the end */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** of each attempt */
  readonly timeoutMs: number
}

/** How a server's voices are presented. */
export interface VoicePresentation {
  readonly provider: string
  readonly description: string
}

/** Returns the voices that a server lists; undefined if it lists none. */
export async function listServerVoices(
  { baseUrl, apiKey, timeoutMs }: VoiceServer,
  presentation: VoicePresentation,
): Promise<readonly Voice[] | undefined> {
  for (const path of PATHS) {
    let listing: unknown
    const ids = await fetchModels({
      url: `${baseUrl}${path}`,
      headers: bearer(apiKey),
      read: (body) => idsOf((listing = body)),
      timeoutMs,
    })
    const notes = new Map((entriesOf(listing) ?? []).map((entry) => [idsOf([entry])?.[0], entry]))
    const usable = ids?.filter((id) => id.length <= MAX_ID_LENGTH).slice(0, MAX_VOICES) ?? []
    if (usable.length > 0)
      return usable.map((id, index) => voiceOf(id, notes.get(id), index === 0, presentation))
  }
  return undefined
}

/** What servers state about a voice besides its id. */
interface VoiceNotes {
  readonly language?: unknown
  readonly locale?: unknown
  readonly lang?: unknown
  readonly Locale?: unknown
  readonly gender?: unknown
  readonly Gender?: unknown
  readonly display_name?: unknown
  readonly name?: unknown
}

/** Returns the voice for an id, with what the server states about it. */
export function voiceOf(
  id: string,
  stated: unknown,
  isDefault: boolean,
  { provider, description }: VoicePresentation,
): Voice {
  const notes = (typeof stated === 'object' && stated !== null ? stated : {}) as VoiceNotes
  const [, kokoro = '', sex = ''] = /^([abefhijpz])([fm])_/.exec(id) ?? []
  const tag =
    textOf(notes.language, notes.locale, notes.lang, notes.Locale) ?? /^[a-z]{2}-[A-Z]{2}(?=-)/.exec(id)?.[0]
  const gender = (textOf(notes.gender, notes.Gender) ?? { f: 'female', m: 'male' }[sex])?.toLowerCase()
  return {
    id: `${provider}_${id}`,
    providerVoiceId: id,
    name: textOf(notes.display_name, notes.name)?.slice(0, MAX_ID_LENGTH) ?? id,
    lang: languageTag(tag) ?? KOKORO_LANGUAGES[kokoro] ?? 'mul',
    provider,
    quality: 'natural',
    isDefault,
    gender: gender === 'female' || gender === 'male' || gender === 'neutral' ? gender : null,
    description,
  }
}

const textOf = (...values: readonly unknown[]) =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '')

/** Names of languages, such as `English`, are no tags. */
function languageTag(tag: string | undefined): string | undefined {
  if (tag === undefined || !/^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/.test(tag)) return undefined
  return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]
}
