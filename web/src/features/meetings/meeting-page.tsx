import { LOCALES } from '@vee/contract/entities/locale'
import type { Meeting } from '@vee/contract/entities/meeting'
import { ArrowLeft, Download, Sparkles, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError } from '#lib/api/index.ts'
import { downloadText } from '#lib/download-text.ts'
import type { Shelf } from '#lib/shelf.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { MenuButton } from '#ui/menu-button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Select } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { ActionItems } from './action-items.tsx'
import { type MeetingKeeper, type MeetingPart, withText } from './meeting-keeper.ts'
import styles from './meetings.module.css'
import { MinutesView } from './minutes-view.tsx'
import { RecorderPanel } from './recorder-panel.tsx'
import type { MeetingRecorder } from './recording/recorder.ts'
import type { Transcriptions } from './recording/transcriptions.ts'
import { toIcs, toSrt, toVtt } from './transfer.ts'
import { TranscriptView } from './transcript-view.tsx'
import { asMarkdown } from './write-out.ts'

/** How long after the last key a change is kept, in ms. */
const SAVE_AFTER_MS = 600

interface MeetingPageProps {
  readonly first: Meeting
  /** as the transcription has left it, when that was newer */
  readonly heard: Meeting | undefined
  readonly keeper: MeetingKeeper
  readonly shelf: Shelf
  readonly recorder: MeetingRecorder
  readonly transcriptions: Transcriptions
  readonly onBack: () => void
}

/** Shows changes at once and keeps them soon; only what was changed is sent, so that nobody overwrites the other. */
function useMeeting(first: Meeting, heard: Meeting | undefined, keeper: MeetingKeeper) {
  const [meeting, setMeeting] = useState(first)
  const [saving, setSaving] = useState<'saved' | 'pending' | 'failed'>('saved')
  const pending = useRef<MeetingPart>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(async () => {
    clearTimeout(timer.current)
    const part = pending.current
    if (Object.keys(part).length === 0) return
    pending.current = {}
    try {
      await keeper.change(first.id, part)
      setSaving((now) => (now === 'pending' && Object.keys(pending.current).length > 0 ? now : 'saved'))
    } catch {
      pending.current = { ...part, ...pending.current }
      setSaving('failed')
    }
  }, [keeper, first.id])

  const change = useCallback(
    (changed: MeetingPart) => {
      const part = withText(changed)
      pending.current = { ...pending.current, ...part }
      setMeeting((now) => ({ ...now, ...part }) as Meeting)
      setSaving('pending')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS)
    },
    [save],
  )

  const take = useCallback((fresh: Meeting) => {
    setMeeting({ ...fresh, ...(pending.current as Partial<Meeting>) })
  }, [])

  useEffect(() => {
    if (heard) take(heard)
  }, [heard, take])
  useEffect(() => {
    const keep = () => void save()
    globalThis.addEventListener('pagehide', keep)
    return () => {
      globalThis.removeEventListener('pagehide', keep)
      keep()
    }
  }, [save])
  return { meeting, saving, change, take, save }
}

const listed = (text: string) =>
  text
    .split(/[,，、]/)
    .map((part) => part.trim())
    .filter(Boolean)

export function MeetingPage({
  first,
  heard,
  keeper,
  shelf,
  recorder,
  transcriptions,
  onBack,
}: MeetingPageProps) {
  const t = useTexts('meetings')
  const { meeting, saving, change, take, save } = useMeeting(first, heard, keeper)
  const [names, setNames] = useState(first.participants.join(', '))
  const [tags, setTags] = useState(first.tags.join(', '))
  const [marked, setMarked] = useState<number | undefined>()

  return (
    <article className={styles['page']}>
      <div className={styles['actions']}>
        <Button variant="quiet" icon={ArrowLeft} onClick={onBack}>
          {t('back')}
        </Button>
        <output className={styles['note']}>
          {saving === 'saved' ? t('saved') : saving === 'pending' ? t('saving') : ''}
        </output>
        <Exports meeting={meeting} />
      </div>
      {saving === 'failed' && (
        <Banner
          tone="error"
          title={t('notSaved')}
          actions={<Button onClick={() => void save()}>{t('retry')}</Button>}
        />
      )}
      <div className={styles['section']}>
        <TextField
          label={t('title')}
          value={meeting.title}
          maxLength={300}
          onChange={(event) => change({ title: event.target.value })}
        />
        <div className={styles['fields']}>
          <TextField
            label={t('date')}
            type="date"
            value={meeting.meetingDate.slice(0, 10)}
            onChange={(event) => event.target.value !== '' && change({ meetingDate: event.target.value })}
          />
          <TextField
            label={t('participants')}
            hint={t('commas')}
            value={names}
            onChange={(event) => {
              setNames(event.target.value)
              change({ participants: listed(event.target.value) })
            }}
          />
          <TextField
            label={t('tags')}
            hint={t('commas')}
            value={tags}
            onChange={(event) => {
              setTags(event.target.value)
              change({ tags: listed(event.target.value) })
            }}
          />
        </div>
        <TextArea
          label={t('notes')}
          hint={t('notesHint')}
          rows={3}
          dir="auto"
          value={meeting.quickNotes}
          onChange={(event) => change({ quickNotes: event.target.value })}
        />
      </div>
      <RecorderPanel meeting={meeting} recorder={recorder} transcriptions={transcriptions} />
      <SummaryPart meeting={meeting} keeper={keeper} onWritten={take} onBefore={save}>
        <MinutesView meeting={meeting} onChange={change} onShow={setMarked} />
      </SummaryPart>
      <ActionItems
        items={meeting.actionItems}
        onChange={(actionItems) => change({ actionItems })}
        onShow={setMarked}
      />
      <TranscriptView meeting={meeting} shelf={shelf} marked={marked} onChange={change} />
    </article>
  )
}

function Exports({ meeting }: { readonly meeting: Meeting }) {
  const t = useTexts('meetings')
  const name = (meeting.title || t('untitled')).replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ').trim()
  const hasTimes = meeting.transcriptLines.length > 0
  const files = [
    ['md', t('exportMarkdown'), 'text/markdown', () => asMarkdown(meeting, t), false],
    ['txt', t('exportText'), 'text/plain', () => meeting.transcript, meeting.transcript === ''],
    [
      'json',
      t('exportJson'),
      'application/json',
      () => JSON.stringify({ version: 1, meetings: [meeting] }, undefined, 2),
      false,
    ],
    ['vtt', 'WebVTT', 'text/vtt', () => toVtt(meeting), !hasTimes],
    ['srt', 'SubRip', 'application/x-subrip', () => toSrt(meeting), !hasTimes],
    [
      'ics',
      t('exportIcs'),
      'text/calendar',
      () => toIcs(meeting),
      !meeting.actionItems.some(({ dueDate }) => dueDate),
    ],
  ] as const
  return (
    <MenuButton
      label={t('export')}
      groups={[
        {
          items: files.map(([ending, label, type, write, isDisabled]) => ({
            id: ending,
            label,
            icon: Download,
            isDisabled,
            onSelect: () => downloadText(`${name}.${ending}`, write(), type),
          })),
        },
      ]}
      renderOpener={(opener) => (
        <Button {...opener} size="compact" icon={Download}>
          {t('export')}
        </Button>
      )}
    />
  )
}

const TEMPLATES = ['general', 'standup', 'interview', 'sales', 'lecture', 'own'] as const

interface SummaryPartProps {
  readonly meeting: Meeting
  readonly keeper: MeetingKeeper
  readonly onWritten: (meeting: Meeting) => void
  readonly onBefore: () => Promise<void>
  readonly children: React.ReactNode
}

function SummaryPart({ meeting, keeper, onWritten, onBefore, children }: SummaryPartProps) {
  const t = useTexts('meetings')
  const errors = useTexts('errors')
  const [template, setTemplate] = useState<(typeof TEMPLATES)[number]>('general')
  const [wish, setWish] = useState('')
  const [language, setLanguage] = useState('')
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | undefined>()
  const [failure, setFailure] = useState<string | undefined>()
  const cancel = useRef<AbortController>(undefined)
  const hasWords = (meeting.transcript || meeting.quickNotes).trim() !== ''
  useEffect(() => () => cancel.current?.abort(), [])

  async function write(): Promise<void> {
    const controller = new AbortController()
    cancel.current = controller
    setFailure(undefined)
    setProgress({ done: 0, total: 1 })
    try {
      await onBefore()
      onWritten(
        await keeper.summarize(
          meeting,
          {
            language,
            template: template === 'own' ? wish : template === 'general' ? '' : t(`templates.${template}`),
          },
          (done, total) => setProgress({ done, total }),
          controller.signal,
        ),
      )
    } catch (error) {
      if (!controller.signal.aborted) setFailure(error instanceof ApiError ? errors(error.code) : t('failed'))
    } finally {
      setProgress(undefined)
    }
  }

  return (
    <section className={styles['section']} aria-label={t('summary')}>
      <h3>{t('summary')}</h3>
      <div className={styles['fields']}>
        <Select
          label={t('template')}
          value={template}
          options={TEMPLATES.map((value) => ({ value, label: t(`templates.${value}`) }))}
          onChange={(value) => setTemplate(TEMPLATES.find((known) => known === value) ?? 'general')}
        />
        <Select
          label={t('summaryLanguage')}
          value={language}
          options={[
            { value: '', label: t('asSpoken') },
            ...LOCALES.map((value) => ({
              value,
              label: new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value,
              lang: value,
            })),
          ]}
          onChange={setLanguage}
        />
      </div>
      {template === 'own' && (
        <TextField
          label={t('wish')}
          value={wish}
          maxLength={500}
          onChange={(event) => setWish(event.target.value)}
        />
      )}
      <div className={styles['actions']}>
        {progress ? (
          <Button icon={X} onClick={() => cancel.current?.abort()}>
            {t('cancel')}
          </Button>
        ) : (
          <Button variant="primary" icon={Sparkles} disabled={!hasWords} onClick={() => void write()}>
            {t(meeting.minutes ? 'summarizeAgain' : 'summarize')}
          </Button>
        )}
        {!hasWords && <span className={styles['note']}>{t('noWords')}</span>}
      </div>
      {progress && (
        <ProgressBar
          label={t('summarizing')}
          value={progress.total > 1 ? progress.done / progress.total : undefined}
        />
      )}
      {failure !== undefined && (
        <Banner tone="error" title={t('summaryFailed')}>
          {failure}
        </Banner>
      )}
      {children}
    </section>
  )
}
