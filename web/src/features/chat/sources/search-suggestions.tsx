import { useTexts } from '#i18n/index.ts'
import styles from './sources.module.css'

/**
 * Shows what Google suggests to search for, as its terms require: unchanged, as wide as the reply, and each suggestion opens its page of
 * results. The frame runs no scripts and has no access to the page.
 */
export function SearchSuggestions({ html }: { readonly html: string }) {
  const t = useTexts('tools')
  return (
    <iframe
      className={styles['suggestions']}
      title={t('sources.suggestions')}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<base target="_blank">${html}`}
    />
  )
}
