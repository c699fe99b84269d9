import { Mic, MicOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { chosenLiveModel, loadLiveModels, useLiveModels } from '#lib/live-models.ts'
import { useSettings } from '#lib/settings/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { systemClock, type VoiceSession, type VoiceSnapshot } from '#voice/index.ts'
import { describeLiveModel, formatPrice } from './describe-live-model.ts'
import styles from './live-mode.module.css'

/** An allowance for more is not worth a mention. */
const FEW_MINUTES = 60

interface LiveNoteProps {
  readonly api: Api
  readonly session: VoiceSession
}

type LiveListening = Extract<VoiceSnapshot['listening'], { kind: 'live' }>

/**
 * Shows before a conversation with a live model who listens and what a minute costs; during it the time, the cost so
 * far, and the switch of the microphone.
 */
export function LiveNote({ api, session }: LiveNoteProps) {
  const t = useTexts('voice')
  const language = useLanguage()
  const { listening } = useSyncExternalStore(session.subscribe, session.snapshot)
  const { models, remainingUsd } = useLiveModels()
  const liveModelId = useSettings((settings) => settings.liveModelId)
  const model = chosenLiveModel(models, liveModelId)
  useEffect(() => void loadLiveModels(api), [api])
  // Turns continue after a conversation with the model.
  const isInTurns = listening.kind !== 'off' && listening.kind !== 'live' && listening.kind !== 'opening'
  if (!model || isInTurns) return null
  const { perMinuteUsd } = model.price
  if (listening.kind === 'live')
    return <OngoingNote listening={listening} perMinuteUsd={perMinuteUsd} session={session} />
  const minutesLeft = remainingUsd === null || perMinuteUsd === 0 ? undefined : remainingUsd / perMinuteUsd
  return (
    <p className={styles['note']}>
      {describeLiveModel(model, t, language)}
      {minutesLeft !== undefined && minutesLeft < FEW_MINUTES && model.locked === null && (
        <> · {t('live.left', { time: formatMinutes(minutesLeft, language) })}</>
      )}
    </p>
  )
}

/** Rounds down, because a conversation costs more when much is said. */
const formatMinutes = (minutes: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    Math.floor(minutes),
  )

interface OngoingNoteProps {
  readonly listening: LiveListening
  readonly perMinuteUsd: number
  readonly session: VoiceSession
}

function OngoingNote({ listening: { startedAt, isMuted }, perMinuteUsd, session }: OngoingNoteProps) {
  const t = useTexts('voice')
  const language = useLanguage()
  const seconds = useSecondsSince(startedAt)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const cost = formatPrice((seconds / 60) * perMinuteUsd, language)
  return (
    <div className={styles['ongoing']}>
      {/* A clock is not announced each second. */}
      <span role="timer" aria-live="off">
        {perMinuteUsd > 0 ? t('live.timeAndCost', { time, cost }) : time}
      </span>
      <Button
        size="compact"
        icon={isMuted ? MicOff : Mic}
        aria-pressed={isMuted}
        onClick={() => session.switchMicrophone()}
      >
        {t(isMuted ? 'live.unmute' : 'live.mute')}
      </Button>
    </div>
  )
}

/** @param startedAt ms of the session's clock */
function useSecondsSince(startedAt: number): number {
  const elapsed = () => Math.max(0, Math.floor((systemClock.now() - startedAt) / 1_000))
  const [seconds, setSeconds] = useState(elapsed)
  useEffect(() => {
    const timer = setInterval(
      () => setSeconds(Math.max(0, Math.floor((systemClock.now() - startedAt) / 1_000))),
      1_000,
    )
    return () => clearInterval(timer)
  }, [startedAt])
  return seconds
}
