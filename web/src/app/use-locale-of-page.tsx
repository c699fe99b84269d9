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
  const [isSwitching, setSwitching] = useState(false)

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  useEffect(() => {
    if (locale === undefined || locale === language) return
    let isCurrent = true
    setSwitching(true)
    const shown = new Promise((resolve) => {
      setTimeout(resolve, OVERLAY_MS)
    })
    void Promise.allSettled([switchTexts(locale), shown]).then(() => {
      if (isCurrent) setSwitching(false)
    })
    return () => {
      isCurrent = false
    }
    // The language follows the address only: what the catalogue reports while it changes must not start it again.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [locale])

  return isSwitching ? <SwitchingOverlay text={t('switching')} /> : null
}
