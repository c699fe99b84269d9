import { Pause, Play, SkipBack, SkipForward, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { SETTINGS } from '#lib/settings/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import type { SpokenRange } from '#voice/speak/spoken-range.ts'
import styles from './reply-player.module.css'

/** Controls of the voice that speaks a reply. */
interface SpeechPlayer {
  /** paused, and resumes at the same sample */
  readonly isPaused: boolean
  /** 0.25…4 */
  readonly rate: number
  readonly setPaused: (isPaused: boolean) => void
  readonly changeRate: (rate: number) => void
}

interface ReplyPlayerProps {
  /** the text being spoken; undefined if it is none of the conversation, which has no sentences to seek to */
  readonly text: string | undefined
  readonly spoken: SpokenRange
  readonly player: SpeechPlayer
  /** its text is still being written: it can be paused, and can seek only when it is complete */
  readonly isGrowing: boolean
  /** speaks the reply from this offset on */
  readonly onSay: (offset: number) => void
}

const RATES = [0.75, 1, 1.2, 1.5, 1.75, 2]

/**
 * Renders pause and seek of the text being spoken in one row, and the speed where it is not the default. Where it is
 * narrow, only the usual ones.
 */
export function ReplyPlayer({ text = '', spoken, player, isGrowing, onSay }: ReplyPlayerProps) {
  const t = useTexts('speech')
  const language = useLanguage()
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(
    text.length === 0 ? 0 : spoken.start / text.length,
  )
  const rate = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(player.rate)
  const cannotSeek = isGrowing || text === ''
  // Once shown it stays: the usual speed is one of its steps.
  const [wasChanged, setChanged] = useState(false)
  if (player.rate !== SETTINGS.ttsRate.fallback && !wasChanged) setChanged(true)
  return (
    <div className={styles['player']} role="group" aria-label={t('player.label')}>
      <input
        type="range"
        className={styles['seek']}
        aria-label={t('player.position')}
        aria-valuetext={percent}
        min={0}
        max={Math.max(1, text.length - 1)}
        value={spoken.start}
        disabled={cannotSeek}
        onChange={(event) => onSay(event.target.valueAsNumber)}
      />
      <IconButton
        icon={Undo2}
        label={t('player.again')}
        size="compact"
        className={styles['roomy'] ?? ''}
        disabled={cannotSeek}
        onClick={() => onSay(0)}
      />
      <IconButton
        icon={SkipBack}
        label={t('player.back')}
        size="compact"
        disabled={cannotSeek}
        onClick={() => onSay(sentenceBefore(text, spoken.start, language))}
      />
      <IconButton
        icon={player.isPaused ? Play : Pause}
        label={t(player.isPaused ? 'player.goOn' : 'player.pause')}
        size="compact"
        onClick={() => player.setPaused(!player.isPaused)}
      />
      <IconButton
        icon={SkipForward}
        label={t('player.ahead')}
        size="compact"
        disabled={cannotSeek || spoken.end >= text.trimEnd().length}
        onClick={() => onSay(spoken.end)}
      />
      {wasChanged && (
        <button
          type="button"
          className={styles['rate']}
          aria-label={t('player.speed', { rate })}
          onClick={() =>
            player.changeRate(RATES.find((faster) => faster > player.rate + 0.01) ?? RATES[0] ?? 1)
          }
        >
          {rate}×
        </button>
      )}
    </div>
  )
}

/**
 * Returns the start of the sentence before the one at `offset`; offsets are in UTF-16 code units of the
 * source.
 */
export function sentenceBefore(text: string, offset: number, language: string): number {
  const segments = [
    ...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text.slice(0, offset)),
  ]
  return segments.findLast(({ segment }) => /[\p{L}\p{N}]/u.test(segment))?.index ?? 0
}
