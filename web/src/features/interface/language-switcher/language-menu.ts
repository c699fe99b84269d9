import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import type { MenuGroup } from '#ui/controls/menu-button.tsx'

/** Returns the name of each language in that language, capitalized. */
export function languageName(locale: Locale): string {
  const language = locale.split('-')[0] ?? locale
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

export function languageGroups(current: Locale, onChoose: (locale: Locale) => void): MenuGroup[] {
  return [
    {
      items: LOCALES.map((locale) => ({
        id: locale,
        label: languageName(locale),
        lang: locale,
        isChecked: locale === current,
        onSelect: () => onChoose(locale),
      })),
    },
  ]
}
