import type { Voice } from '@vee/contract/entities/voice'
import type { TtsProvider } from '#providers/tts.ts'

export interface ProviderVoices {
  readonly provider: TtsProvider
  /** never empty */
  readonly voices: readonly [Voice, ...Voice[]]
}

export interface VoiceList {
  readonly voices: Voice[]
  readonly defaultVoiceId: string | null
}

/** The voice lists of the providers that can speak now, in their order of preference. */
export async function availableVoices(providers: readonly TtsProvider[]): Promise<ProviderVoices[]> {
  const lists = await Promise.all(providers.map(voicesOf))
  return lists.flatMap((list) => list ?? [])
}

/** Every voice of the server; the default is the preferred provider's. */
export async function listVoices(providers: readonly TtsProvider[]): Promise<VoiceList> {
  const available = await availableVoices(providers)
  const preferred = available[0]
  return {
    voices: available.flatMap(({ voices }) => voices),
    defaultVoiceId: preferred ? defaultVoice(preferred.voices, undefined).id : null,
  }
}

/** The voice that fits a language: one of the same language and region, else of the same language, else the default. */
export function defaultVoice(voices: ProviderVoices['voices'], language: string | undefined): Voice {
  const fallback = voices.find(({ isDefault }) => isDefault) ?? voices[0]
  if (language === undefined || fallback.lang === 'mul') return fallback
  const candidates = [fallback, ...voices]
  return (
    candidates.find(({ lang }) => lang.toLowerCase() === language.toLowerCase()) ??
    candidates.find(({ lang }) => primaryLanguage(lang) === primaryLanguage(language)) ??
    fallback
  )
}

async function voicesOf(provider: TtsProvider): Promise<ProviderVoices | undefined> {
  if (!(await provider.availability()).available) return undefined
  const [first, ...others] = await provider.voices()
  return first && { provider, voices: [first, ...others] }
}

/** A tag that is none is compared as it is. */
function primaryLanguage(tag: string): string {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return tag.toLowerCase()
  }
}
