import type { Voice } from '@vee/contract/entities/voice'
import type { TtsProvider } from '#providers/speech/tts.ts'

type Voices = readonly [Voice, ...Voice[]]

export interface VoiceList {
  readonly voices: Voice[]
  readonly defaultVoiceId: string | null
}

/** Returns every voice of the server; the default is the preferred provider's. */
export async function collectVoices(providers: readonly TtsProvider[]): Promise<VoiceList> {
  const lists = (await Promise.all(providers.map(voicesOf))).filter((voices) => voices !== undefined)
  const [preferred] = lists
  return {
    voices: lists.flat(),
    defaultVoiceId: preferred ? defaultVoice(preferred, undefined).id : null,
  }
}

/** Returns the voice for a language: same language and region, else same language, else the default. */
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

/** Returns whether a voice speaks the language of a tag, in any region. */
export const speaks = ({ lang }: Voice, language: string): boolean =>
  lang === 'mul' || languageOf(lang) === languageOf(language)

/** Returns the voices of a provider; undefined while it cannot speak. */
export async function voicesOf(provider: TtsProvider): Promise<Voices | undefined> {
  if (!(await provider.availability()).available) return undefined
  const [first, ...others] = await provider.voices()
  return first && [first, ...others]
}

/**
 * Returns the language of a BCP 47 tag without region and script. An invalid tag is returned in lower case.
 */
export function languageOf(tag: string): string {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return tag.toLowerCase()
  }
}
