import type { ModelDownload } from '@vee/contract/http/system'
import { Download, X } from 'lucide-react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { sizeText } from '#lib/files/size-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import styles from './host.module.css'
import { downloadFailure } from './provider-texts.ts'

interface ModelDownloadStateProps {
  readonly download: ModelDownload
  readonly onStart: () => void
  readonly onStop: () => void
}

/** The progress of a model's download with a button that stops it, or one that starts it, and why the last one failed. */
export function ModelDownloadState({ download, onStart, onStop }: ModelDownloadStateProps) {
  const t = useTexts('host')
  const language = useLanguage()
  const { state, name, bytesDone, bytesTotal, reason } = download
  if (state === 'running')
    return (
      <span className={styles['state']}>
        <ProgressBar
          label={t('setup.downloading', { name })}
          value={bytesTotal === 0 ? 0 : bytesDone / bytesTotal}
        />
        <Button size="compact" icon={X} onClick={onStop}>
          {t('setup.stop')}
        </Button>
      </span>
    )
  const failure = downloadFailure(t, download)
  return (
    <>
      <Button size="compact" icon={Download} onClick={onStart}>
        {t('setup.download', { name, size: sizeText(bytesTotal, language) })}
      </Button>
      {reason !== null && (
        <span className={styles['hint']} lang={failure === undefined ? 'en' : undefined}>
          {failure ?? reason}
        </span>
      )}
    </>
  )
}
