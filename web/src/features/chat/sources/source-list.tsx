import type { Source } from '@vee/contract/entities/source'
import { Check, CircleAlert } from 'lucide-react'
import { use } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { SourcesContext } from '../files/chat-api.ts'
import { sourceName } from '../store/sources.ts'
import styles from './sources.module.css'

interface SourceListProps {
  readonly replyId: string
  readonly sources: readonly Source[]
}

/** Lists what was read for a reply: what it cites, and what could not be found in its source. */
export function SourceList({ replyId, sources }: SourceListProps) {
  const t = useTexts('tools')
  const { openSource } = use(SourcesContext)
  return (
    <section className={styles['sources']} aria-label={t('sources.list')}>
      <ul>
        {sources.map((source) => (
          <li key={source.number}>
            <button
              type="button"
              className={styles['source']}
              title={source.title}
              onClick={() => openSource(replyId, source)}
            >
              <span className={styles['number']}>{source.number}</span>
              <span className={styles['name']}>{sourceName(source)}</span>
              <SourceState source={source} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SourceState({ source: { quotes } }: { readonly source: Source }) {
  const t = useTexts('tools')
  const isProven = quotes.some((quote) => quote.isProven)
  const isMissing = quotes.some((quote) => !quote.isProven)
  if (!isProven && !isMissing) return <span className={styles['state']}>{t('sources.read')}</span>
  return (
    <span className={styles['state']}>
      <Icon of={isMissing ? CircleAlert : Check} size="s" />
      {t(isMissing ? 'sources.partlyProven' : 'sources.proven')}
    </span>
  )
}
