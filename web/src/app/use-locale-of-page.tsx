import type { Locale } from '@vee/contract/entities/locale'
import { useEffect, useState, type ReactNode } from 'react'
import { switchTexts, useLanguage, useTexts } from '#i18n/index.ts'
import { SwitchingOverlay } from './shell/switching-overlay.tsx'

/** Minimum duration of the overlay during a change of language, in ms. */
const OVERLAY_MS = 480

/**
 * Sets the texts and the `lang` of the page to the language of its address. Returns the overlay to show
 * meanwhile; typed text is preserved, because nothing below is unmounted.
 */
export function useLocaleOfPage(locale: Locale | undefined): ReactNode {
  const language = useLanguage()
  const t = useTexts('shell')
  /** the current language after loading; the initial one is loaded before the first render */
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
