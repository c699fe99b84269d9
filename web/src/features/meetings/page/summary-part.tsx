import { LOCALES } from '@vee/contract/entities/locale'
import type { Meeting } from '@vee/contract/entities/meeting'
import { Sparkles, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { resetsAtOf, resetTimeText } from '#lib/costs/allowance-reset.ts'
import { ApiError } from '#lib/http/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'
import styles from '../meetings.module.css'

const TEMPLATES = ['general', 'standup', 'interview', 'sales', 'lecture', 'own'] as const

interface SummaryPartProps {
  readonly meeting: Meeting
  readonly repository: MeetingRepository
  readonly onWritten: (meeting: Meeting) => void
  readonly onBefore: () => Promise<void>
  readonly children: React.ReactNode
}

/** Generates the summary, with progress and cancellation. */
export function SummaryPart({ meeting, repository, onWritten, onBefore, children }: SummaryPartProps) {
  const t = useTexts('meetings')
  const [options, setOptions] = useState<SummaryOptions>(() => optionsOf(meeting))
  const { progress, failure, write, cancel } = useSummaryWriting(repository, { onWritten, onBefore })
  const hasWords = (meeting.transcript || meeting.quickNotes).trim() !== ''

  return (
    <section className={styles['section']} aria-label={t('summary')}>
      {/* An existing summary is shown first, before the option to generate it again. */}
      {meeting.minutes && children}
      <SummaryFields
        options={options}
        onChange={(changed) => setOptions((before) => ({ ...before, ...changed }))}
      />
      <div className={styles['actions']}>
        {progress ? (
          <Button icon={X} onClick={cancel}>
            {t('cancel')}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={Sparkles}
            disabled={!hasWords}
            onClick={() => void write(meeting, options)}
          >
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
      {!meeting.minutes && children}
    </section>
  )
}

/** What a summary is made of. */
interface SummaryOptions {
  readonly template: (typeof TEMPLATES)[number]
  /** the user's own template */
  readonly wish: string
  /** empty: that of the meeting */
  readonly language: string
}

/** Returns the options of the last summary, as the default for generating it again. */
function optionsOf(meeting: Meeting): SummaryOptions {
  const template = templateOf(meeting)
  return {
    template,
    wish: template === 'own' ? (meeting.minutes?.template ?? '') : '',
    language: LOCALES.find((locale) => locale === meeting.minutes?.language) ?? '',
  }
}

/** Requests summaries, one at a time; aborted when the page of the meeting closes. */
function useSummaryWriting(
  repository: MeetingRepository,
  { onWritten, onBefore }: Pick<SummaryPartProps, 'onWritten' | 'onBefore'>,
) {
  const failureText = useSummaryFailureText()
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | undefined>()
  const [failure, setFailure] = useState<string | undefined>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function write(meeting: Meeting, { language, template, wish }: SummaryOptions): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setFailure(undefined)
    setProgress({ done: 0, total: 1 })
    try {
      await onBefore()
      onWritten(
        await repository.summarize(
          meeting,
          { language, template: template === 'own' ? wish : template },
          (done, total) => setProgress({ done, total }),
          controller.signal,
        ),
      )
    } catch (error) {
      if (!controller.signal.aborted) setFailure(failureText(error))
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, failure, write, cancel: () => running.current?.abort() }
}

/** Returns a function that explains why a summary failed. */
function useSummaryFailureText(): (error: unknown) => string {
  const t = useTexts('meetings')
  const errors = useTexts('errors')
  const uiLanguage = useLanguage()
  return (error) => {
    if (!(error instanceof ApiError)) return t('failed')
    const resetsAt = resetsAtOf(error.details)
    return error.code === 'ALLOWANCE_EXHAUSTED' && resetsAt !== undefined
      ? errors('ALLOWANCE_EXHAUSTED_UNTIL', { time: resetTimeText(new Date(resetsAt), uiLanguage) })
      : errors(error.code)
  }
}

interface SummaryFieldsProps {
  readonly options: SummaryOptions
  readonly onChange: (changed: Partial<SummaryOptions>) => void
}

function SummaryFields({ options: { template, wish, language }, onChange }: SummaryFieldsProps) {
  const t = useTexts('meetings')
  return (
    <>
      <div className={styles['fields']}>
        <Select
          label={t('template')}
          value={template}
          options={TEMPLATES.map((value) => ({ value, label: t(`templates.${value}`) }))}
          onChange={(value) =>
            onChange({ template: TEMPLATES.find((candidate) => candidate === value) ?? 'general' })
          }
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
          onChange={(chosen) => onChange({ language: chosen })}
        />
      </div>
      {template === 'own' && (
        <TextField
          label={t('wish')}
          value={wish}
          maxLength={500}
          onChange={(event) => onChange({ wish: event.target.value })}
        />
      )}
    </>
  )
}

/** Returns the last template, as the default for generating it again. */
function templateOf({ minutes }: Meeting): (typeof TEMPLATES)[number] {
  const { template = 'general' } = minutes ?? {}
  return TEMPLATES.find((candidate) => candidate === template) ?? 'own'
}
