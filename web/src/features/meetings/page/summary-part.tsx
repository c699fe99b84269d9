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
  const errors = useTexts('errors')
  const uiLanguage = useLanguage()
  const [template, setTemplate] = useState(() => templateOf(meeting))
  const [wish, setWish] = useState(() => (template === 'own' ? (meeting.minutes?.template ?? '') : ''))
  const [language, setLanguage] = useState<string>(
    () => LOCALES.find((locale) => locale === meeting.minutes?.language) ?? '',
  )
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | undefined>()
  const [failure, setFailure] = useState<string | undefined>()
  const cancel = useRef<AbortController>(undefined)
  const hasWords = (meeting.transcript || meeting.quickNotes).trim() !== ''
  useEffect(() => () => cancel.current?.abort(), [])

  function failureText(error: unknown): string {
    if (!(error instanceof ApiError)) return t('failed')
    const resetsAt = resetsAtOf(error.details)
    return error.code === 'ALLOWANCE_EXHAUSTED' && resetsAt !== undefined
      ? errors('ALLOWANCE_EXHAUSTED_UNTIL', { time: resetTimeText(new Date(resetsAt), uiLanguage) })
      : errors(error.code)
  }

  async function write(): Promise<void> {
    const controller = new AbortController()
    cancel.current = controller
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

  return (
    <section className={styles['section']} aria-label={t('summary')}>
      {/* An existing summary is shown first, before the option to generate it again. */}
      {meeting.minutes && children}
      <div className={styles['fields']}>
        <Select
          label={t('template')}
          value={template}
          options={TEMPLATES.map((value) => ({ value, label: t(`templates.${value}`) }))}
          onChange={(value) => setTemplate(TEMPLATES.find((candidate) => candidate === value) ?? 'general')}
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
      {!meeting.minutes && children}
    </section>
  )
}

/** Returns the last template, as the default for generating it again. */
function templateOf({ minutes }: Meeting): (typeof TEMPLATES)[number] {
  const { template = 'general' } = minutes ?? {}
  return TEMPLATES.find((candidate) => candidate === template) ?? 'own'
}
