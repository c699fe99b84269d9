import type { getSpeechStatus } from '@vee/contract/http/system'
import { currentLanguage, useLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { browserDeviceRecognition } from '#voice/transcription/device-recognition.ts'
import { browserSpeechRecognition } from '#voice/transcription/speech-recognition.ts'
import styles from './speech-setup.module.css'
import { useDeviceRecognition } from './use-device-recognition.ts'

interface WakeWordNoteProps {
  readonly api: Pick<Api, 'json'>
}

/**
 * Shows before the microphone opens who receives what is spoken nearby while Vee waits for the wake word, and what an
 * hour of it costs. Shows nothing if the browser recognizes the language on this device.
 */
export function WakeWordNote({ api }: WakeWordNoteProps) {
  const t = useTexts('voice')
  const speechLanguage = useSettings((settings) => settings.speechLanguage) || currentLanguage()
  const device = useDeviceRecognition(browserDeviceRecognition(), speechLanguage)
  if (device.state === 'available') return null
  if (browserSpeechRecognition()) return <p className={styles['note']}>{t('wakeWordNote.browser')}</p>
  return <ServerNote api={api} />
}

function ServerNote({ api }: WakeWordNoteProps) {
  const t = useTexts('voice')
  const language = useLanguage()
  const { answer } = useAnswer('speech', (signal) =>
    api.json<typeof getSpeechStatus>('GET', '/system/speech', { signal }),
  )
  if (answer.status !== 'ready') return null
  const used = answer.value.hearing.find(({ available }) => available)
  if (!used) return null
  if (used.location === 'server') return <p className={styles['note']}>{t('wakeWordNote.server')}</p>
  const cost = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
  return (
    <p className={styles['note']}>
      {t('wakeWordNote.vendor', { name: used.name, cost: cost.format(used.costPerHourUsd ?? 0) })}
    </p>
  )
}
