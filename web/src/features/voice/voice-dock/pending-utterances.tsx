import { downloadBlob } from '#lib/files/download-text.ts'
import { fileStamp } from '#lib/local-day.ts'
import { Download, Globe, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { sentenceSeparator } from '#i18n/sentence-separator.ts'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import type { Utterance, VoiceSession, VoiceSnapshot } from '#voice/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { canTranscribeAgain } from '#voice/session/user-transitions.ts'
import { browserSpeechRecognition } from '#voice/transcription/speech-recognition.ts'
import styles from './voice-dock.module.css'

interface PendingUtterancesProps {
  readonly session: VoiceSession
  readonly snapshot: VoiceSnapshot
  /** those of this agent */
  readonly pending: readonly Utterance[]
}

/**
 * Recordings that were not sent: they are preserved until their owner discards them. A failed one is shown;
 * several, or one whose text is known, are collapsed into a line.
 */
export function PendingUtterances({ session, snapshot, pending }: PendingUtterancesProps) {
  const t = useTexts('voice')
  const list = (
    <ul className={styles['kept']} aria-label={t('kept.list')}>
      {pending.map((utterance) => (
        <li key={utterance.id} className={styles['keptCard']}>
          <PendingUtterance
            session={session}
            utterance={utterance}
            canRetry={canTranscribeAgain(snapshot.state)}
          />
        </li>
      ))}
    </ul>
  )
  const [first, ...others] = pending
  if (first && others.length === 0 && first.progress.state !== 'transcribed') return list
  return (
    <details className={styles['folded']}>
      <summary>{t('kept.count', { count: pending.length })}</summary>
      {list}
    </details>
  )
}

interface PendingUtteranceProps {
  readonly session: VoiceSession
  readonly utterance: Utterance
  readonly canRetry: boolean
}

function PendingUtterance({ session, utterance, canRetry }: PendingUtteranceProps) {
  const t = useTexts('voice')
  const language = useLanguage()
  const { id, progress, createdAt, durationSeconds } = utterance
  const text = progress.state === 'transcribed' ? progress.text : ''
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(createdAt))
  const length = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 0,
  }).format(durationSeconds)
  const isWaiting = progress.state === 'waiting'
  const transcribesInBrowser = useSettings(({ sttPreference }) => sttPreference === 'browser')
  const offersBrowser =
    progress.state === 'failed' &&
    progress.failure === 'preparing' &&
    !transcribesInBrowser &&
    browserSpeechRecognition() !== undefined
  const what = t(offersBrowser ? 'kept.preparingBrowser' : keyOf(progress))
  return (
    <>
      <p>
        <strong>{what}</strong>
        {sentenceSeparator(what)}
        <span className={styles['about']}>{t('kept.about', { time, length })}</span>
      </p>
      {text !== '' && <blockquote className={styles['words']}>{text}</blockquote>}
      <div className={styles['actions']}>
        {text === '' && !isWaiting && (
          <Button
            size="compact"
            icon={RotateCcw}
            disabled={!canRetry}
            onClick={() => session.retryUtterance(id)}
          >
            {t('kept.retry')}
          </Button>
        )}
        {offersBrowser && (
          <Button size="compact" icon={Globe} onClick={() => changeSettings({ sttPreference: 'browser' })}>
            {t('kept.browser')}
          </Button>
        )}
        {!isWaiting && (
          <Button
            size="compact"
            variant={text === '' ? 'quiet' : 'secondary'}
            icon={Pencil}
            onClick={() => session.editUtterance(id)}
          >
            {t(text === '' ? 'kept.edit' : 'kept.use')}
          </Button>
        )}
        <IconButton
          size="compact"
          icon={Download}
          label={t('kept.download')}
          onClick={() => downloadRecording(utterance)}
        />
        <IconButton
          size="compact"
          icon={Trash2}
          label={t('kept.discard')}
          onClick={() => session.discardUtterance(id)}
        />
      </div>
    </>
  )
}

function keyOf(progress: Utterance['progress']) {
  if (progress.state === 'failed') return `kept.${progress.failure}` as const
  return progress.state === 'waiting' ? 'kept.waiting' : 'kept.unsent'
}

/** Downloads the recording as a WAV file, named after its time. */
function downloadRecording({ audio, createdAt }: Utterance): void {
  downloadBlob(`vee-${fileStamp(Date.parse(createdAt))}.wav`, audio)
}
