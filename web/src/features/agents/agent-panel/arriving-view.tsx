import type { ResultKind } from '@vee/contract/entities/agent-result'
import { useMemo } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { arrivingResult } from './arriving.ts'
import styles from './arriving-view.module.css'

interface ArrivingViewProps {
  readonly kind: ResultKind
  /** the text so far */
  readonly json: string
}

/** Shows a partial result; the agent's own screen replaces it when it is complete. */
export function ArrivingView({ kind, json }: ArrivingViewProps) {
  const t = useTexts('panel')
  const { title, lines } = useMemo(() => arrivingResult(kind, json), [kind, json])
  return (
    <section className={styles['arriving']} aria-label={t('arriving')}>
      <p className={styles['title']}>
        <Spinner size="s" />
        {title ?? t('arriving')}
      </p>
      {lines.length > 0 && (
        <ol className={styles['lines']}>
          {lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines only ever come at the end
            <li key={index}>{line}</li>
          ))}
        </ol>
      )}
    </section>
  )
}
