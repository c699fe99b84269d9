import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { catalogueOf, currentLanguage, textsNow, type Translate } from '#i18n/index.ts'
import { fillText, type TextValues } from '#i18n/translate.ts'
import type { Announcements } from '#voice/speak/index.ts'

type SpokenTexts = Pick<Translate<'voice'>['texts'], 'onScreen' | 'aside'>

const loaded = new Map<Locale, SpokenTexts>()

const baseOf = (tag: string) => tag.slice(0, 2).toLowerCase()

/** Returns the supported locale of a language if it differs from the page's. */
const otherLocale = (language: string): Locale | undefined =>
  LOCALES.find(
    (locale) => baseOf(locale) === baseOf(language) && baseOf(locale) !== baseOf(currentLanguage()),
  )

/**
 * Returns the text spoken in place of content that is only shown, in the language of the reply, because a
 * Japanese voice cannot read a French sentence. Uses the page's language until the other one is loaded,
 * possibly during the reply, and for languages that Vee does not support.
 */
export function announcements(language: string): Announcements {
  void fetchAnnouncements(language)
  const now = (): Announcements => spokenTexts(language).onScreen
  return {
    get code() {
      return now().code
    },
    get table() {
      return now().table
    },
    get diagram() {
      return now().diagram
    },
    get formula() {
      return now().formula
    },
    get image() {
      return now().image
    },
  }
}

/** Returns the texts that the page speaks in a language; in its own until those are loaded. */
function spokenTexts(language: string): SpokenTexts {
  const other = otherLocale(language)
  return (other && loaded.get(other)) ?? textsNow('voice').texts
}

/** Returns a sentence that the page speaks within a reply, in the language of the reply. */
export function asideText(
  language: string,
  key: keyof SpokenTexts['aside'],
  values: TextValues = {},
): string {
  void fetchAnnouncements(language)
  return fillText(spokenTexts(language).aside[key], values)
}

/** Preloads them before speech starts. */
export async function fetchAnnouncements(language: string): Promise<void> {
  const other = otherLocale(language)
  if (!other || loaded.has(other)) return
  // Offline, the page's language is used, and the next reply retries.
  const texts = await catalogueOf(other).catch(() => undefined)
  if (texts) loaded.set(other, texts.catalogue.voice)
}
