import { type Locale, LOCALES } from '@vee/contract/entities/locale'
import { Languages } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { MenuButton, type MenuGroup } from '#ui/controls/menu-button.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import styles from './language-switcher.module.css'

export interface LanguageSwitcherProps {
  readonly locale: Locale
  readonly onChoose: (locale: Locale) => void
}

export function LanguageSwitcher({ locale, onChoose }: LanguageSwitcherProps) {
  const t = useTexts('shell')
  const code = locale.slice(0, 2).toUpperCase()
  return (
    <MenuButton
      label={t('language')}
      align="end"
      renderOpener={(opener) => (
        <button {...opener} type="button" className={styles['opener']}>
          <Icon of={Languages} />
          <span aria-hidden="true">{code}</span>
          <VisuallyHidden>
            {t('languageIs', { language: `${languageName(locale)} (${code})` })}
          </VisuallyHidden>
        </button>
      )}
      groups={languageGroups(locale, onChoose)}
    />
  )
}

/** Returns the name of each language in that language, capitalized. */
export function languageName(locale: Locale): string {
  const language = locale.split('-')[0] ?? locale
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

function languageGroups(current: Locale, onChoose: (locale: Locale) => void): MenuGroup[] {
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
