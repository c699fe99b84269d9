import type { Meeting } from '@vee/contract/entities/meeting'
import type { MeetingChange } from '@vee/contract/meetings/change'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Switch } from '#ui/controls/choice.tsx'
import type { ServerSound } from '../repositories/server-sound.ts'
import type { Transcriptions } from '../recording/transcriptions.ts'

interface KeepSoundProps {
  readonly meeting: Meeting
  readonly sound: ServerSound
  /** the retention on the server in days */
  readonly days: number
  readonly transcriptions: Transcriptions
  readonly onChange: (change: MeetingChange) => void
}

/**
 * The member's choice: audio stays in this browser by default, and is deleted from the server when the choice
 * is reverted.
 */
export function KeepSound({ meeting, sound, days, transcriptions, onChange }: KeepSoundProps) {
  const t = useTexts('meetings')
  const errors = useTexts('errors')
  const error = useStore(transcriptions.state, (state) => state.audioError)
  const [hasFailed, setFailed] = useState(false)

  async function choose(keepsSound: boolean): Promise<void> {
    setFailed(false)
    onChange({ keepsSound })
    try {
      await (keepsSound ? transcriptions.storeAll(meeting.id) : sound.remove(meeting.id))
    } catch {
      onChange({ keepsSound: !keepsSound })
      setFailed(true)
    }
  }

  return (
    <>
      <Switch
        label={t('keepSound')}
        hint={t('keepSoundHint', { count: days })}
        isOn={meeting.keepsSound}
        onChange={(isOn) => void choose(isOn)}
      />
      {hasFailed && <Banner tone="error" title={t('keepSoundFailed')} />}
      {meeting.keepsSound && error !== undefined && (
        <Banner tone="warning" title={t('keepSoundRefused')}>
          {errors(error)}
        </Banner>
      )}
    </>
  )
}
