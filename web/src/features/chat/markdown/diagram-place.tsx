import { useTexts } from '#i18n/index.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import styles from './diagram.module.css'

/** The place of a diagram that is being written or drawn. */
export function DiagramPlace() {
  const t = useTexts('chat')
  return (
    <div className={styles['place']}>
      <Spinner /> {t('diagram.drawing')}
    </div>
  )
}
