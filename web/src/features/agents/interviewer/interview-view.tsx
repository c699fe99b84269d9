import { ChevronRight, Lightbulb, Send, Square } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { useIndexedStore } from '#lib/storage/use-indexed-store.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CodeEditor } from '#ui/display/code-editor.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { InterviewClock } from './clock.tsx'
import { isInterviewOver, STAGES, type Interview, type InterviewEvent } from './interview.ts'
import styles from './interviewer.module.css'
import { reportOf } from './report.ts'
import { ReportPage } from './report-page.tsx'
import { TermsForm } from './terms-form.tsx'
import { useInterview } from './use-interview.ts'

/** A mock interview: stages, clock, hints, code, and a report at the end. */
export function InterviewView(props: AgentViewProps) {
  const t = useTexts('interview')
  const status = useIndexedStore(props.owner)
  if (status.kind === 'unknown') {
    const again = <Button onClick={status.retry}>{t('retry')}</Button>
    return <Banner tone="error" title={t('ownerUnknown')} actions={again} />
  }
  return status.kind === 'open' ? (
    <InterviewOnShelf {...props} indexedStore={status.indexedStore} />
  ) : (
    <Spinner />
  )
}

function InterviewOnShelf({ talk, indexedStore }: AgentViewProps & { readonly indexedStore: IndexedStore }) {
  const t = useTexts('interview')
  const { interview, isKept, tell, start, forget } = useInterview(indexedStore)
  if (interview === undefined) return <Spinner />
  return (
    <div className={styles['form']}>
      {!isKept && <Banner tone="warning" title={t('notKept')} />}
      {interview === null ? (
        <TermsForm
          onStart={(terms) => {
            start(terms)
            talk.ask(t('askStart', { ...terms, level: t(`levels.${terms.level}`), minutes: terms.minutes }))
          }}
        />
      ) : (
        <Running interview={interview} talk={talk} tell={tell} onAgain={forget} />
      )}
    </div>
  )
}

interface RunningProps extends Pick<AgentViewProps, 'talk'> {
  readonly interview: Interview
  readonly tell: (event: InterviewEvent) => void
  readonly onAgain: () => void
}

/** Tracks the text that this screen sends for the candidate, which is not evidence. */
function useAskedWords(): (text: string) => boolean {
  const t = useTexts('interview')
  const { askNext, askHint, askEnd, askStart } = t.texts
  const beginnings = [askNext, askHint, askEnd, askStart].map((words) => words.replace(/\{\{.*/s, ''))
  return (text) => beginnings.some((words) => text.startsWith(words))
}

function Running({ interview, talk, tell, onAgain }: RunningProps) {
  const t = useTexts('interview')
  const isAsked = useAskedWords()
  const next = STAGES[interview.stage + 1]
  const reach = (stage: number) => tell({ type: 'stage-reached', stage, at: Date.now() })
  const own = talk.messages.filter(({ at }) => Date.parse(at) >= interview.startedAt - 1_000)

  function goOn(): void {
    if (!next) return
    reach(interview.stage + 1)
    talk.ask(next === 'review' ? t('askEnd') : t('askNext', { stage: t(`stages.${next}`) }))
  }
  function end(): void {
    reach(STAGES.length - 1)
    talk.ask(t('askEnd'))
  }

  return (
    <>
      <StageList current={interview.stage} />
      {isInterviewOver(interview) ? (
        <ReportPage
          interview={interview}
          report={reportOf(interview, own, isAsked)}
          onScore={(criterion, score) => tell({ type: 'scored', criterion, score })}
          onAgain={onAgain}
        />
      ) : (
        <>
          <InterviewClock
            interview={interview}
            onPause={() => tell({ type: 'paused', at: Date.now() })}
            onResume={() => tell({ type: 'resumed', at: Date.now() })}
          />
          <CodeSheet interview={interview} talk={talk} tell={tell} />
          <div className={styles['actions']}>
            {next && (
              <Button variant="primary" icon={ChevronRight} onClick={goOn}>
                {t('next', { stage: t(`stages.${next}`) })}
              </Button>
            )}
            <Button variant="quiet" icon={Square} onClick={end}>
              {t('end')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** The stages of an interview, with the current one. */
function StageList({ current }: { readonly current: number }) {
  const t = useTexts('interview')
  return (
    <ol className={styles['stages']} aria-label={t('stagesLabel')}>
      {STAGES.map((stage, index) => (
        <li
          key={stage}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          {t(`stages.${stage}`)}
        </li>
      ))}
    </ol>
  )
}

/** The candidate's code, which can be sent, and the hints. */
function CodeSheet({ interview, talk, tell }: Omit<RunningProps, 'onAgain'>) {
  const t = useTexts('interview')
  return (
    <>
      <CodeEditor
        label={t('code')}
        value={interview.code}
        language={interview.language}
        onChange={(code) => tell({ type: 'code-changed', code })}
      />
      <div className={styles['actions']}>
        <Button
          icon={Send}
          disabled={interview.code.trim() === ''}
          onClick={() =>
            talk.ask(`${t('askCode')}\n\n\`\`\`${interview.language}\n${interview.code.trimEnd()}\n\`\`\``)
          }
        >
          {t('send')}
        </Button>
        <Button
          icon={Lightbulb}
          onClick={() => {
            tell({ type: 'hint-taken', at: Date.now() })
            talk.ask(t('askHint'))
          }}
        >
          {t('hint')}
        </Button>
        <output className={styles['note']}>{t('hints', { count: interview.hints })}</output>
      </div>
    </>
  )
}
