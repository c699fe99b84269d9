import type { Locale } from '@vee/contract/entities/locale'
import { useEffect, useState, type ReactNode } from 'react'
import { switchTexts, useLanguage, useTexts } from '#i18n/index.ts'
import { SwitchingOverlay } from './shell/switching-overlay.tsx'

/** How long the overlay of a language change stays at least, in ms. */
const OVERLAY_MS = 480

/**
 * Keeps the texts and the `lang` of the page in the language of its address. Returns the overlay to show while that
 * changes; what is typed stays, for nothing below is taken away.
 */
export function useLocaleOfPage(locale: Locale | undefined): ReactNode {
  const language = useLanguage()
  const t = useTexts('shell')
  /** the language that was switched to last; the first is there before anything is drawn */
  const [settled, setSettled] = useState(locale)

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  useEffect(() => {
    if (locale === undefined) return
    let isCurrent = true
    const texts = switchTexts(locale)
    if (locale === settled) return
    const shown = new Promise((resolve) => {
      setTimeout(resolve, OVERLAY_MS)
    })
    void Promise.allSettled([texts, shown]).then(() => {
      if (isCurrent) setSettled(locale)
    })
    return () => {
      isCurrent = false
    }
  }, [locale, settled])

  return locale === undefined || locale === settled ? null : <SwitchingOverlay text={t('switching')} />
}
