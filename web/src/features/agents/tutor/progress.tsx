import { useTexts } from '#i18n/index.ts'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { figuresOf, type Study } from './study.ts'
import styles from './tutor.module.css'

/** Shows the progress in figures with their units. */
export function Progress({ study }: { readonly study: Study }) {
  const t = useTexts('tutor')
  const { cards, learned, right, all, days, stepsDone } = figuresOf(study)
  const parts = [
    { label: t('progress.learned'), part: learned, whole: cards },
    { label: t('progress.answers'), part: right, whole: all },
    { label: t('progress.steps'), part: stepsDone, whole: study.plan.length },
  ]
  return (
    <div className={styles['part']}>
      {parts.map(({ label, part, whole }) => {
        const text = t('progress.of', { part, all: whole })
        return (
          <div key={label} className={styles['figure']}>
            <span>{label}</span>
            <span>{text}</span>
            <ProgressBar label={label} value={whole === 0 ? 0 : part / whole} valueText={text} />
          </div>
        )
      })}
      <div className={styles['figure']}>
        <span>{t('progress.cards')}</span>
        <span>{cards}</span>
      </div>
      <div className={styles['figure']}>
        <span>{t('progress.days')}</span>
        <span>{days}</span>
      </div>
    </div>
  )
}
