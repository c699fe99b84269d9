import type { Meeting } from '@vee/contract/entities/meeting'
import type { MeetingChange } from '@vee/contract/meetings/change'
import { ArrowLeft, PenLine } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { useStore } from 'zustand'
import { currentLanguage, useLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import type { ShareProps } from '#lib/share-props.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ProjectMenu, putMeeting } from '#projects/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { dayOf, formatDay } from '../files/day-of.ts'
import { ExportMenu } from '../files/export-menu.tsx'
import { supportsFormat, type Format, writeMeetings } from '../files/write-file.ts'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'
import type { ServerSound } from '../repositories/server-sound.ts'
import styles from '../meetings.module.css'
import type { MeetingCaptions } from '../recording/meeting-captions.ts'
import { isOn, type MeetingRecorder } from '../recording/recorder.ts'
import type { Transcriptions } from '../recording/transcriptions.ts'
import { AddDocuments, type ReadFileText } from './add-documents.tsx'
import type { HostSettings } from './host-settings.ts'
import { MeetingResult, useShownResult } from './meeting-result.tsx'
import { RefusedChange } from './refused-change.tsx'
import { RecorderPanel } from './recorder-panel.tsx'
import { type EditedMeeting, useMeeting } from './use-meeting.ts'

interface MeetingPageProps {
  readonly first: Meeting
  /** second of the recording whose line is shown first */
  readonly wantedSecond: number | undefined
  /** it is played from that second */
  readonly playsWanted: boolean
  /** the meeting as updated by the transcription, if newer */
  readonly updated: Meeting | undefined
  readonly repository: MeetingRepository
  readonly indexedStore: IndexedStore
  readonly recorder: MeetingRecorder
  readonly captions: MeetingCaptions
  readonly transcriptions: Transcriptions
  readonly host: HostSettings
  /** for members */
  readonly sound: ServerSound | undefined
  /** opens the owner's settings for sharing it; undefined if meetings are not on the server */
  readonly Share: ComponentType<ShareProps> | undefined
  readonly api: Api
  readonly readFileText: ReadFileText
  /** called with the meeting whose recorder is in view, if any */
  readonly onRecorderSeen: (meetingId: string | undefined) => void
  readonly onBack: () => void
}

export function MeetingPage(props: MeetingPageProps) {
  const { repository, indexedStore, recorder, host, sound, api, Share, readFileText, onBack } = props
  const t = useTexts('meetings')
  const edited = useMeeting(props.first, props.updated, { repository, indexedStore })
  const { meeting, change } = edited
  const shown = useShownResult(meeting, props)
  const isRecorded = useStore(recorder.state, (state) => isOn(state) && state.meetingId === meeting.id)
  const [isBegun, setBegun] = useState(() => hasContent(meeting))
  // What was begun once stays, also while its fields are emptied.
  if (!isBegun && (isRecorded || hasContent(meeting))) setBegun(true)

  return (
    <article className={styles['page']}>
      <PageBar edited={edited} api={api} Share={Share} isBegun={isBegun} onBack={onBack} />
      {/* While it records, the words have the place. */}
      {!isRecorded && (
        <TextField
          label={t('title')}
          value={meeting.title}
          maxLength={300}
          onChange={(event) => change({ title: event.target.value })}
        />
      )}
      {!meeting.sharedBy && (
        <RecorderPanel
          meeting={meeting}
          recorder={recorder}
          captions={props.captions}
          transcriptions={props.transcriptions}
          host={host}
          sound={sound}
          onSeen={props.onRecorderSeen}
          onChange={change}
        />
      )}
      <Facts meeting={meeting} readFileText={readFileText} onChange={change} />
      {!isBegun && (
        <div className={styles['actions']}>
          <Button variant="quiet" icon={PenLine} onClick={() => setBegun(true)}>
            {t('writeInstead')}
          </Button>
        </div>
      )}
      {isBegun && (
        // During a recording the words that are spoken have its place; a summary that is being written goes on.
        <div hidden={isRecorded}>
          <MeetingResult
            edited={edited}
            shown={shown}
            repository={repository}
            indexedStore={indexedStore}
            sound={sound}
          />
        </div>
      )}
    </article>
  )
}

/** Whether there is more than a title and a date. */
const hasContent = ({ transcript, quickNotes, minutes, actionItems, marks }: Meeting) =>
  transcript !== '' || quickNotes !== '' || minutes !== null || actionItems.length + marks.length > 0

interface PageBarProps extends Pick<MeetingPageProps, 'api' | 'Share' | 'onBack'> {
  readonly edited: EditedMeeting
  /** there is something to export */
  readonly isBegun: boolean
}

/** The actions of the meeting, and the state of saving it. */
function PageBar({ edited, api, Share, isBegun, onBack }: PageBarProps) {
  const t = useTexts('meetings')
  const { meeting, saving } = edited
  const [hasFailed, setFailed] = useState(false)
  async function write(format: Format): Promise<void> {
    setFailed(false)
    await writeMeetings([meeting], format, currentLanguage()).catch(() => setFailed(true))
  }
  return (
    <>
      <div className={styles['bar']}>
        <Button variant="quiet" icon={ArrowLeft} onClick={onBack}>
          {t('back')}
        </Button>
        <output className={styles['note']}>
          {saving === 'saved' ? t('saved') : saving === 'pending' ? t('saving') : ''}
        </output>
        <div className={styles['actions']}>
          {Share && (
            <ProjectMenu
              api={api}
              label={t('toProject')}
              texts={{ done: (name) => t('inProject', { name }), failed: t('projectFailed') }}
              onPut={(project) => putMeeting(api, project, meeting.id)}
            />
          )}
          {meeting.sharedBy ? (
            <Badge>{t('sharedBy', { name: meeting.sharedBy.name })}</Badge>
          ) : (
            Share && <Share api={api} kind="meeting" id={meeting.id} title={meeting.title || t('untitled')} />
          )}
          {isBegun && (
            <ExportMenu
              can={(format) => supportsFormat(meeting, format)}
              onChoose={(format) => void write(format)}
            />
          )}
        </div>
      </div>
      {hasFailed && <Banner tone="error" title={t('exportFailed')} />}
      <SavingProblems edited={edited} />
    </>
  )
}

/** States that changes were not saved, or are rejected by the server. */
function SavingProblems({ edited }: { readonly edited: EditedMeeting }) {
  const t = useTexts('meetings')
  const { saving, save, rejectedChange, discardRefused } = edited
  return (
    <>
      {saving === 'failed' && (
        <Banner
          tone="error"
          title={t('notSaved')}
          actions={<Button onClick={() => void save()}>{t('retry')}</Button>}
        />
      )}
      {rejectedChange && (
        <RefusedChange
          change={rejectedChange}
          onDiscard={() => void discardRefused().catch(() => undefined)}
        />
      )}
    </>
  )
}

interface FactsProps {
  readonly meeting: Meeting
  readonly readFileText: ReadFileText
  readonly onChange: (change: MeetingChange) => void
}

const splitNames = (text: string) =>
  text
    .split(/[,，、]/)
    .map((name) => name.trim())
    .filter(Boolean)

/** The fields of the meeting that the user edits, before, during and afterwards. */
function Facts({ meeting, readFileText, onChange }: FactsProps) {
  const t = useTexts('meetings')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const details = [
    formatDay(meeting.meetingDate, language, 'medium'),
    ...meeting.participants,
    ...meeting.tags,
  ]
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles['summary']}>
        {t('facts')}
        {!isOpen && <span className={styles['told']}>{details.join(' · ')}</span>}
      </summary>
      <div className={styles['section']}>
        <div className={styles['fields']}>
          <TextField
            label={t('date')}
            type="date"
            value={dayOf(meeting.meetingDate)}
            onChange={(event) => event.target.value !== '' && onChange({ meetingDate: event.target.value })}
          />
          <NamesField
            label={t('participants')}
            names={meeting.participants}
            onChange={(participants) => onChange({ participants })}
          />
          <NamesField label={t('tags')} names={meeting.tags} onChange={(tags) => onChange({ tags })} />
        </div>
        <TextArea
          label={t('notes')}
          hint={t('notesHint')}
          rows={3}
          dir="auto"
          value={meeting.quickNotes}
          onChange={(event) => onChange({ quickNotes: event.target.value })}
        />
        <AddDocuments
          notes={meeting.quickNotes}
          readFileText={readFileText}
          onChange={(quickNotes) => onChange({ quickNotes })}
        />
      </div>
    </details>
  )
}

interface NamesFieldProps {
  readonly label: string
  readonly names: readonly string[]
  readonly onChange: (names: string[]) => void
}

/** A field for comma-separated names: the typed text is preserved as long as it means the same names. */
function NamesField({ label, names, onChange }: NamesFieldProps) {
  const t = useTexts('meetings')
  const [typed, setTyped] = useState('')
  const written = names.join(', ')
  return (
    <TextField
      label={label}
      placeholder={t('commas')}
      value={splitNames(typed).join(', ') === written ? typed : written}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(splitNames(event.target.value))
      }}
    />
  )
}
