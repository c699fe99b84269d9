import { useLanguage, useTexts } from '#i18n/index.ts'
import { sizeText } from '#lib/files/size-text.ts'
import { useFetchedModel } from './fetched-model.ts'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import styles from './speech-setup.module.css'

/**
 * Shows which model the server downloads before it can transcribe, its progress, and that the recording is
 * kept meanwhile.
 */
export function FetchingNote() {
  const t = useTexts('voice')
  const language = useLanguage()
  const model = useFetchedModel((state) => state.model)
  if (!model) return null
  const { name, bytesDone, bytesTotal, secondsLeft } = model
  const done = bytesTotal === 0 ? 0 : bytesDone / bytesTotal
  const share = new Intl.NumberFormat(language, { style: 'percent' })
  return (
    <div className={styles['note']}>
      <output>{t('setup.fetching', { name, size: sizeText(bytesTotal, language) })}</output>
      <ProgressBar label={t('setup.progress')} value={done} valueText={share.format(done)} />
      <span className={styles['figures']}>
        {share.format(done)}
        {secondsLeft !== null && ` · ${t('setup.left', { time: spanOf(secondsLeft, language) })}`}
      </span>
    </div>
  )
}

/**
 * Formats a duration: seconds below a minute in steps of five, so that the figure does not change too fast to
 * be read; then minutes.
 */
function spanOf(seconds: number, language: string): string {
  const [value, unit] =
    seconds < 60 ? [Math.max(5, Math.ceil(seconds / 5) * 5), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
