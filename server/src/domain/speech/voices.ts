import type { Voice } from '@vee/contract/entities/voice'
import type { TtsProvider } from '#providers/tts.ts'

type Voices = readonly [Voice, ...Voice[]]

export interface VoiceList {
  readonly voices: Voice[]
  readonly defaultVoiceId: string | null
}

/** Every voice of the server; the default is the preferred provider's. */
export async function listVoices(providers: readonly TtsProvider[]): Promise<VoiceList> {
  const lists = (await Promise.all(providers.map(voicesOf))).filter((voices) => voices !== undefined)
  const [preferred] = lists
  return {
    voices: lists.flat(),
    defaultVoiceId: preferred ? defaultVoice(preferred, undefined).id : null,
  }
}

/** The voice that fits a language: one of the same language and region, else of the same language, else the default. */
export function defaultVoice(voices: Voices, language: string | undefined): Voice {
  const fallback = voices.find(({ isDefault }) => isDefault) ?? voices[0]
  if (language === undefined || fallback.lang === 'mul') return fallback
  const candidates = [fallback, ...voices]
  return (
    candidates.find(({ lang }) => lang.toLowerCase() === language.toLowerCase()) ??
    candidates.find(({ lang }) => languageOf(lang) === languageOf(language)) ??
    fallback
  )
}

/** Whether a voice speaks the language of a tag, in whatever region. */
export const speaks = ({ lang }: Voice, language: string): boolean =>
  lang === 'mul' || languageOf(lang) === languageOf(language)

/** The voices of a provider; undefined while it cannot speak. */
export async function voicesOf(provider: TtsProvider): Promise<Voices | undefined> {
  if (!(await provider.availability()).available) return undefined
  const [first, ...others] = await provider.voices()
  return first && [first, ...others]
}

/** The language of a BCP 47 tag, without region and script. What is no tag is given back in lower case. */
export function languageOf(tag: string): string {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return tag.toLowerCase()
  }
}
