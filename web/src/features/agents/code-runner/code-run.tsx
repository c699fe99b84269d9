import { Play, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { joinSentences } from '#i18n/sentence-separator.ts'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './code-run.module.css'
import { runnableLanguage, type RunnableLanguage } from './job.ts'
import { runCode, TIME_LIMIT_MS, type RunEnd } from './run-code.ts'

interface Piece {
  readonly id: number
  readonly text: string
  readonly isError: boolean
}

type Phase = 'loading' | 'running' | 'stopped' | RunEnd

interface Run {
  readonly phase: Phase
  readonly pieces: readonly Piece[]
  /** run time of the program, in ms */
  readonly ms: number
}

/** Runs a code block and shows its output; renders nothing for unsupported languages. */
export function CodeRun({ language, code }: { readonly language: string; readonly code: string }) {
  const runnable = runnableLanguage(language)
  return runnable ? <Runner language={runnable} code={code} /> : null
}

function Runner({ language, code }: { readonly language: RunnableLanguage; readonly code: string }) {
  const t = useTexts('tools')
  const [run, setRun] = useState<Run>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const change = (next: (run: Run) => Run) => setRun((current) => current && next(current))
  function begin(): void {
    stop.current?.()
    setRun({ phase: 'loading', pieces: [], ms: 0 })
    stop.current = runCode(language, code, {
      begun: () => change((current) => ({ ...current, phase: 'running' })),
      output: (text, isError) =>
        change((current) => ({
          ...current,
          pieces: [...current.pieces, { id: current.pieces.length, text, isError }],
        })),
      ended: (phase, ms) => change((current) => ({ ...current, phase, ms })),
    })
  }
  function halt(): void {
    stop.current?.()
    change((current) => ({ ...current, phase: 'stopped' }))
  }

  const isBusy = run?.phase === 'loading' || run?.phase === 'running'
  return (
    <div className={styles['runner']}>
      <div className={styles['actions']}>
        <Button size="compact" icon={isBusy ? Square : Play} onClick={isBusy ? halt : begin}>
          {isBusy ? t('code.stop') : t('code.run')}
        </Button>
        {!run && <span className={styles['hint']}>{t('code.hint')}</span>}
        <span role="status" className={styles['hint']}>
          {run && <State run={run} />}
        </span>
      </div>
      {run && run.pieces.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <pre className={styles['output']} tabIndex={0} aria-label={t('code.output')} dir="ltr" translate="no">
          {run.pieces.map(({ id, text, isError }) => (
            <span key={id} className={isError ? styles['error'] : undefined}>
              {text}
            </span>
          ))}
        </pre>
      )}
    </div>
  )
}

function State({ run: { phase, ms, pieces } }: { readonly run: Run }) {
  const t = useTexts('tools')
  const format = new Intl.NumberFormat(useLanguage(), { maximumFractionDigits: 1 })
  switch (phase) {
    case 'loading':
      return t('code.loading')
    case 'running':
      return t('code.running')
    case 'stopped':
      return t('code.stopped')
    case 'failed':
      return t('code.failed')
    case 'timeout':
      return t('code.timeout', { seconds: format.format(TIME_LIMIT_MS / 1000) })
    case 'too-much':
      return t('code.tooMuch')
    case 'unavailable':
      return t('code.unavailable')
    case 'done': {
      const ended = t('code.done', { seconds: format.format(ms / 1000) })
      return joinSentences(ended, pieces.length === 0 && t('code.silent'))
    }
  }
}
