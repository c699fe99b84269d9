import type { Meeting } from '@vee/contract/entities/meeting'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { readTextFile } from '#lib/files/read-text-file.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { readMeetings, readTranscript } from '../files/read-file.ts'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'
import styles from '../meetings.module.css'
import type { GuessedFile } from './imported-encoding.tsx'
import type { Transcriptions } from '../recording/transcriptions.ts'

/** Maximum size of text files, in bytes: two hours of speech are 200 kB. */
const MAX_TEXT_BYTES = 50 * 1024 * 1024

interface ImportButtonProps {
  readonly repository: MeetingRepository
  readonly indexedStore: IndexedStore
  readonly transcriptions: Transcriptions
  readonly onOpen: (meeting: Meeting) => void
  /** called before `onOpen` if the encoding of the file is not certain */
  readonly onGuessed: (guessed: GuessedFile) => void
  readonly onAdded: () => void
}

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'added'; readonly count: number }
  | { readonly kind: 'reading'; readonly fraction: number }
  | { readonly kind: 'failed'; readonly why: 'importFailed' | 'importTooLarge' | 'soundFailed' | 'failed' }

/** Imports exported meetings, a transcript, or an audio file, depending on the file. */
export function ImportButton(props: ImportButtonProps) {
  const t = useTexts('meetings')
  const file = useRef<HTMLInputElement>(null)
  const { step, importFile } = useFileImport(props)
  return (
    <>
      <Button icon={FileUp} isLoading={step.kind === 'reading'} onClick={() => file.current?.click()}>
        {t('import')}
      </Button>
      <FileChooser
        ref={file}
        label={t('import')}
        accept=".json,.txt,.md,.vtt,.srt,.sbv,audio/*,video/mp4,video/webm"
        onChoose={([chosen]) => void importFile(chosen)}
      />
      <div className={styles['wide']}>
        <output className={styles['note']}>
          {step.kind === 'added' && t('imported', { count: step.count })}
        </output>
        {step.kind === 'reading' && <ProgressBar label={t('importing')} value={step.fraction || undefined} />}
        {step.kind === 'failed' && <Banner tone="error" title={t(step.why)} />}
      </div>
    </>
  )
}

/** Reads a chosen file, and adds its meetings; an audio file is transcribed. */
function useFileImport({
  repository,
  indexedStore,
  transcriptions,
  onOpen,
  onGuessed,
  onAdded,
}: ImportButtonProps) {
  const [step, setStep] = useState<Step>({ kind: 'idle' })

  async function takeText(chosen: File): Promise<Step> {
    if (chosen.size > MAX_TEXT_BYTES) return { kind: 'failed', why: 'importTooLarge' }
    const { text, encoding, isGuess } = await readTextFile(chosen)
    const meetings = readMeetings(text)
    if (meetings) {
      const count = await repository.addAll(meetings)
      onAdded()
      return { kind: 'added', count }
    }
    const transcript = readTranscript(text, chosen.name)
    if (!transcript) return { kind: 'failed', why: 'importFailed' }
    const meeting = await repository.create({ title: titleOf(chosen), ...transcript })
    if (isGuess) onGuessed({ meetingId: meeting.id, file: chosen, encoding })
    onOpen(meeting)
    return { kind: 'idle' }
  }

  async function takeSound(chosen: File): Promise<Step> {
    const { decodeSound, importSound, MAX_SOUND_BYTES } = await import('../recording/import-sound.ts')
    if (chosen.size > MAX_SOUND_BYTES) return { kind: 'failed', why: 'importTooLarge' }
    const sound = await decodeSound(chosen).catch(() => undefined)
    if (!sound) return { kind: 'failed', why: 'soundFailed' }
    const meeting = await repository.create({ title: titleOf(chosen) })
    await importSound(sound, {
      indexedStore,
      meetingId: meeting.id,
      from: 0,
      onSegment: () => transcriptions.check(),
      onProgress: (fraction) => setStep({ kind: 'reading', fraction }),
    })
    onOpen(meeting)
    return { kind: 'idle' }
  }

  async function importFile(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    setStep({ kind: 'reading', fraction: 0 })
    const work = isSound(chosen) ? takeSound(chosen) : takeText(chosen)
    setStep(await work.catch((): Step => ({ kind: 'failed', why: 'failed' })))
  }
  return { step, importFile }
}

const isSound = ({ type, name }: File) =>
  /^(audio|video)\//.test(type) || /\.(wav|mp3|m4a|ogg|oga|opus|flac|aac|webm|mp4)$/i.test(name)

const titleOf = ({ name }: File) => name.replace(/\.\w+$/, '').slice(0, 300)
