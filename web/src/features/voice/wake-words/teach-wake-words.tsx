import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { IndexedStoreError } from '#lib/storage/indexed-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog, type DialogOptions } from '#ui/feedback/dialog.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { MicrophoneError } from '#voice/capture/microphone-error.ts'
import type { TakeProblem } from '#voice/wake-words/check-take.ts'
import { teachWord, tryWords, type TeachingPorts } from '#voice/wake-words/teach-word.ts'
import type { TaughtWord } from '#voice/wake-words/word-templates.ts'
import {
  deleteTaughtWord,
  loadTaughtWords,
  saveTaughtWord,
  teachableWords,
  useTaughtWords,
  wordsInUse,
} from './taught-words.ts'
import styles from './wake-words.module.css'

interface TeachWakeWordsProps extends DialogOptions {
  readonly api: Api
  /** the wake words and the agents' names */
  readonly wakeWords: readonly string[]
  readonly ports: TeachingPorts
}

type Stage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'say'; readonly word: string; readonly take: number; readonly problem?: TakeProblem }
  | { readonly kind: 'testing'; readonly recognized?: string }
  | { readonly kind: 'done'; readonly word: string }
  | { readonly kind: 'failed'; readonly error: unknown }

const IDLE: Stage = { kind: 'idle' }

/** The wake words and names, each of which can be taught, tested and deleted on this device. */
export function TeachWakeWords({ api, wakeWords, ports, ...dialogOptions }: TeachWakeWordsProps) {
  const t = useTexts('speech')
  const common = useTexts('common')
  const { words: all = [] } = useTaughtWords()
  const words = wordsInUse(all, wakeWords)
  const [stage, setStage] = useState<Stage>(IDLE)
  const [level, setLevel] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => void loadTaughtWords(api), [api])
  useEffect(() => () => running.current?.abort(), [])

  async function runExclusively(work: (signal: AbortSignal) => Promise<Stage>): Promise<void> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const show = (next: Stage) => {
      if (!controller.signal.aborted) setStage(next)
    }
    show({ kind: 'preparing' })
    try {
      show(await work(controller.signal))
    } catch (error) {
      show({ kind: 'failed', error })
    }
  }

  const teach = (word: string) =>
    runExclusively(async (signal) => {
      const others = words.filter((taughtWord) => taughtWord.word !== word)
      const taught = await teachWord(
        word,
        others,
        ports,
        (progress) => {
          if (signal.aborted) return
          if (progress.type === 'level') setLevel(progress.level)
          else if (progress.type === 'say')
            setStage((now) => ({
              ...(now.kind === 'say' ? now : {}),
              kind: 'say',
              word,
              take: progress.take,
            }))
          else setStage((now) => (now.kind === 'say' ? { ...now, problem: progress.problem } : now))
        },
        signal,
      )
      if (taught === 'too-common') return { kind: 'failed', error: taught }
      await saveTaughtWord(api, taught)
      return { kind: 'done', word }
    })

  const test = (only: readonly TaughtWord[]) =>
    runExclusively(async (signal) => {
      setStage({ kind: 'testing' })
      await tryWords(
        only,
        ports,
        (progress) => {
          if (signal.aborted) return
          if ('level' in progress) setLevel(progress.level)
          else setStage({ kind: 'testing', recognized: progress.word })
        },
        signal,
      )
      return IDLE
    })

  function cancel(): void {
    running.current?.abort()
    setStage(IDLE)
  }

  const isRunning = stage.kind === 'preparing' || stage.kind === 'say' || stage.kind === 'testing'
  return (
    <Dialog isOpen {...dialogOptions} title={t('wakeWords.title')} closeLabel={common('close')}>
      <div className={styles['dialog']}>
        <p>{t('wakeWords.intro')}</p>
        <output className={styles['now']}>
          <StageText stage={stage} />
        </output>
        {isRunning && (
          <>
            <ProgressBar label={t('wakeWords.level')} value={level} />
            <Button variant="quiet" onClick={cancel}>
              {t('wakeWords.cancel')}
            </Button>
          </>
        )}
        <ul className={styles['words']}>
          {teachableWords(wakeWords).map((word) => {
            const isTaught = words.some((taughtWord) => taughtWord.word === word)
            return (
              <li key={word}>
                <span className={styles['word']}>
                  {word} {isTaught && <span className={styles['state']}>{t('wakeWords.taught')}</span>}
                </span>
                {isTaught && (
                  <Button
                    size="compact"
                    variant="quiet"
                    aria-label={`${t('wakeWords.delete')}: ${word}`}
                    disabled={isRunning}
                    onClick={() => void runExclusively(() => deleteTaughtWord(api, word).then(() => IDLE))}
                  >
                    {t('wakeWords.delete')}
                  </Button>
                )}
                <Button
                  size="compact"
                  aria-label={`${t(isTaught ? 'wakeWords.again' : 'wakeWords.teach')}: ${word}`}
                  disabled={isRunning}
                  onClick={() => void teach(word)}
                >
                  {t(isTaught ? 'wakeWords.again' : 'wakeWords.teach')}
                </Button>
              </li>
            )
          })}
        </ul>
        {words.length > 0 && (
          <Button disabled={isRunning} onClick={() => void test(words)}>
            {t('wakeWords.test')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function StageText({ stage }: { readonly stage: Stage }) {
  const t = useTexts('speech')
  switch (stage.kind) {
    case 'idle':
      return null
    case 'preparing':
      return <p className={styles['prompt']}>{t('wakeWords.preparing')}</p>
    case 'say':
      return (
        <>
          {stage.problem && <p>{t(`wakeWords.problem.${stage.problem}`)}</p>}
          <p className={styles['prompt']}>{t('wakeWords.say', { word: stage.word, take: stage.take })}</p>
        </>
      )
    case 'testing':
      return (
        <p className={styles['prompt']}>
          {stage.recognized === undefined
            ? t('wakeWords.testing')
            : t('wakeWords.recognized', { word: stage.recognized })}
        </p>
      )
    case 'done':
      return <p className={styles['prompt']}>{t('wakeWords.done', { word: stage.word })}</p>
    case 'failed':
      return <FailureText error={stage.error} />
  }
}

function FailureText({ error }: { readonly error: unknown }) {
  const t = useTexts('speech')
  const ofVoice = useTexts('voice')
  if (error === 'too-common') return <p>{t('wakeWords.problem.too-common')}</p>
  if (error instanceof MicrophoneError) {
    const { reason } = error
    return (
      <p>
        <strong>{ofVoice(`microphone.${reason}.title`)}</strong>{' '}
        {ofVoice(reason === 'denied' ? 'microphone.denied.other' : `microphone.${reason}.help`)}
      </p>
    )
  }
  return <p>{t(error instanceof IndexedStoreError ? 'wakeWords.storage' : 'wakeWords.device')}</p>
}
