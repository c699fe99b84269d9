import type { TranscriptLine } from '@vee/contract/entities/meeting'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { MeetingCaptions } from '../recording/meeting-captions.ts'
import styles from './live-captions.module.css'

/** Number of transcribed lines that are shown: more than the area holds. */
const LINES_SHOWN = 20

interface LiveCaptionsProps {
  readonly captions: MeetingCaptions
  /** the transcript so far */
  readonly lines: readonly TranscriptLine[]
}

/**
 * Shows the words of a recording while they are spoken, or else what was transcribed so far. Screen readers would read them over the people
 * who are speaking; they read the transcript afterwards.
 */
export function LiveCaptions({ captions, lines }: LiveCaptionsProps) {
  const t = useTexts('meetings')
  const isWanted = useSettings(({ showLiveTranscription }) => showLiveTranscription)
  const spoken = useStore(captions.state)
  const shown = isWanted ? spoken : []
  // Without interim words, the segments that were transcribed; with them, their words would stand there twice.
  const before = shown.length === 0 ? lines.slice(-LINES_SHOWN) : []
  const container = useRef<HTMLDivElement>(null)
  // The latest words are at the bottom, which may lie below the edge of the window.
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const hasTracks = shown.some(({ track }) => track !== 'me')
  return (
    <div ref={container} className={styles['captions']} aria-hidden="true">
      <p className={styles['label']}>{t('captions')}</p>
      <div className={styles['lines']}>
        {shown.length + before.length === 0 && <p className={styles['track']}>{t('captionsWait')}</p>}
        {before.map(({ id, speaker, text }) => (
          <p key={id} className={styles['before']} dir="auto">
            {speaker !== null && <span>{speaker}: </span>}
            {text}
          </p>
        ))}
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
