import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { catalogueOf, currentLanguage, textsNow } from '#i18n/index.ts'
import type { Announcements } from '#voice/speak/index.ts'

const loaded = new Map<Locale, Announcements>()

const baseOf = (tag: string) => tag.slice(0, 2).toLowerCase()

/** One of Vee's languages that is not that of the page. */
const otherLocale = (language: string): Locale | undefined =>
  LOCALES.find(
    (locale) => baseOf(locale) === baseOf(language) && baseOf(locale) !== baseOf(currentLanguage()),
  )

/**
 * What is said in place of what is only shown, in the language of what is said: a Japanese voice does not read a French
 * sentence. In that of the page until the other one has come, which may be while the reply is said, and for a language
 * that Vee does not speak.
 */
export function announcements(language: string): Announcements {
  void fetchAnnouncements(language)
  const now = (): Announcements => {
    const other = otherLocale(language)
    return (other && loaded.get(other)) ?? textsNow('voice').texts.onScreen
  }
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

/** Fetches them, so that they are there when something is said. */
export async function fetchAnnouncements(language: string): Promise<void> {
  const other = otherLocale(language)
  if (!other || loaded.has(other)) return
  // Without a network those of the page stand in, and the next reply tries again.
  const texts = await catalogueOf(other).catch(() => undefined)
  if (texts) loaded.set(other, texts.catalogue.voice.onScreen)
}
