import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { MeetingCaptions } from '../recording/meeting-captions.ts'
import styles from './live-captions.module.css'

/**
 * Shows the words of a recording while they are spoken. Screen readers would read them over the people who are
 * speaking; they read the transcript.
 */
export function LiveCaptions({ captions }: { readonly captions: MeetingCaptions }) {
  const t = useTexts('meetings')
  const isWanted = useSettings(({ showLiveTranscription }) => showLiveTranscription)
  const shown = useStore(captions.state)
  if (!isWanted || shown.length === 0) return null
  const hasTracks = shown.some(({ track }) => track !== 'me')
  return (
    <div className={styles['captions']} aria-hidden="true">
      <p className={styles['label']}>{t('captions')}</p>
      <div className={styles['lines']}>
        {shown.map(({ id, track, words }) => (
          <p key={id} className={styles['line']} dir="auto">
            {hasTracks && <span className={styles['track']}>{t(`tracks.${track}`)}: </span>}
            {words.text}
            <span className={styles['tail']}>{words.tail}</span>
          </p>
        ))}
      </div>
    </div>
  )
}
