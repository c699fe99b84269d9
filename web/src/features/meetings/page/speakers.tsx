import type { TranscriptLine } from '@vee/contract/entities/meeting'
import type { PartChanges } from '@vee/contract/meetings/parts'
import { useId, useState, type FormEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import styles from '../meetings.module.css'

interface SpeakersProps {
  readonly lines: readonly TranscriptLine[]
  /** invited participants: suggested names */
  readonly names: readonly string[]
  readonly onChange: (changes: PartChanges<TranscriptLine>) => void
}

interface DetectedSpeaker {
  /** null: not assigned, so the track is shown instead */
  readonly speaker: string | null
  readonly track: TranscriptLine['track']
  readonly count: number
}

/** Lists all detected speakers with a field for the name. Two voices with the same name are one person. */
export function Speakers({ lines, names, onChange }: SpeakersProps) {
  const t = useTexts('meetings')
  const id = useId()
  const voices = voicesOf(lines)
  const suggestions = [...new Set([...names, ...voices.flatMap(({ speaker }) => speaker ?? [])])]
  const rename = (voice: DetectedSpeaker, name: string) =>
    onChange({
      set: lines
        .filter((line) => isOf(voice, line))
        .map(({ id: lineId }) => ({ id: lineId, speaker: name === '' ? null : name })),
    })
  return (
    <details>
      <summary className={styles['summary']}>{t('speakers', { count: voices.length })}</summary>
      <div className={styles['section']}>
        <datalist id={id}>
          {suggestions.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <p className={styles['note']}>{t('speakersHint')}</p>
        {voices.map((voice) => (
          <VoiceName
            key={`${voice.track} ${voice.speaker}`}
            voice={voice}
            listId={id}
            onName={(name) => rename(voice, name)}
          />
        ))}
      </div>
    </details>
  )
}

function voicesOf(lines: readonly TranscriptLine[]): readonly DetectedSpeaker[] {
  const voices: DetectedSpeaker[] = []
  for (const { speaker, track } of lines) {
    const index = voices.findIndex((voice) => isOf(voice, { speaker, track }))
    const before = voices[index]
    if (before) voices[index] = { ...before, count: before.count + 1 }
    else voices.push({ speaker, track, count: 1 })
  }
  return voices
}

const isOf = (voice: DetectedSpeaker, { speaker, track }: Pick<TranscriptLine, 'speaker' | 'track'>) =>
  voice.speaker === speaker && (speaker !== null || voice.track === track)

interface VoiceNameProps {
  readonly voice: DetectedSpeaker
  readonly listId: string
  readonly onName: (name: string) => void
}

function VoiceName({ voice, listId, onName }: VoiceNameProps) {
  const t = useTexts('meetings')
  const [name, setName] = useState(voice.speaker ?? '')
  const isChanged = name.trim() !== (voice.speaker ?? '')
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isChanged) onName(name.trim())
  }
  return (
    <form className={styles['task']} onSubmit={submit}>
      <TextField
        label={t('voice', { name: voice.speaker ?? t(`tracks.${voice.track}`), count: voice.count })}
        list={listId}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={!isChanged}>
        {t('rename')}
      </Button>
    </form>
  )
}
