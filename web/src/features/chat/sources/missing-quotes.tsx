import type { SourceQuote } from '@vee/contract/entities/source'
import { useTexts } from '#i18n/index.ts'

/** Lists what a reply says about a source, and what is not in it. */
export function MissingQuotes({ quotes }: { readonly quotes: readonly SourceQuote[] }) {
  const t = useTexts('tools')
  const missing = quotes.filter(({ isProven }) => !isProven)
  if (missing.length === 0) return null
  return (
    <section aria-label={t('sources.missing')}>
      <h3>{t('sources.missing')}</h3>
      <ul>
        {missing.map(({ text }) => (
          <li key={text} dir="auto">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
