import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { joinSentences } from '#i18n/sentence-separator.ts'
import type { Api } from '#lib/http/index.ts'
import { changeSettings } from '#lib/settings/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Button } from '#ui/controls/button.tsx'
import type { VoiceSession } from '#voice/index.ts'
import { loadTaughtWords, teachableWords, useTaughtWords, wordsInUse } from './taught-words.ts'
import styles from './wake-words.module.css'
import {
  agreeTo,
  fetchRecipients,
  isAgreed,
  useWakeWordConsent,
  withdrawQuestion,
  type WakeWordRecipients,
} from './wake-word-recipients.ts'

interface WakeWordNoteProps {
  readonly api: Api
  readonly session: VoiceSession
  /** the wake words and the agents' names */
  readonly wakeWords: readonly string[]
  /** the browser recognizes the language on this device */
  readonly isBrowserLocal: boolean
  /** opens the dialog that teaches words */
  readonly onTeach: () => void
}

/**
 * Shows before the microphone opens who receives what is spoken nearby while Vee waits for the wake word, and what an
 * hour of it costs, with the ways to avoid it. Nobody does if this device recognizes the words by itself.
 */
export function WakeWordNote({ api, session, wakeWords, isBrowserLocal, onTeach }: WakeWordNoteProps) {
  const t = useTexts('speech')
  const language = useLanguage()
  const { words, isDeviceUnable } = useTaughtWords()
  useEffect(() => void loadTaughtWords(api), [api])
  if (!words || isBrowserLocal) return null
  const usable = isDeviceUnable ? [] : wordsInUse(words, wakeWords).map(({ word }) => word)
  if (usable.length === 0) return <RemoteNote api={api} session={session} onTeach={onTeach} />
  const list = new Intl.ListFormat(language, { type: 'disjunction' })
  const untaught = teachableWords(wakeWords).filter((word) => !usable.includes(word))
  return (
    <div className={styles['note']}>
      <p>
        {joinSentences(
          t('wakeWordNote.device', {
            words: list.format(usable.map((word) => t('wakeWordNote.word', { word }))),
          }),
          untaught.length > 0 && t('wakeWordNote.untaught', { words: untaught.join(', ') }),
        )}
      </p>
      <Button size="compact" variant="quiet" onClick={onTeach}>
        {t('wakeWords.open')}
      </Button>
    </div>
  )
}

function RemoteNote({ api, session, onTeach }: Omit<WakeWordNoteProps, 'wakeWords' | 'isBrowserLocal'>) {
  const t = useTexts('speech')
  const { answer } = useAnswer('wake-word-recipients', (signal) => fetchRecipients(api, signal))
  const { agreed, isAsked } = useWakeWordConsent()
  const isListening = useSyncExternalStore(
    session.subscribe,
    () => session.snapshot().listening.kind !== 'off',
  )
  const first = useRef<HTMLButtonElement>(null)
  const needsDecision = answer.status === 'ready' && !isAgreed(answer.value, agreed)
  useEffect(() => {
    if (isAsked && needsDecision) first.current?.focus()
  }, [isAsked, needsDecision])
  useEffect(() => withdrawQuestion, [])
  if (answer.status !== 'ready') return null
  const recipients = answer.value
  if (!recipients.isBrowser && !recipients.provider) return null

  function start(): void {
    agreeTo(recipients)
    session.press()
    session.release()
  }

  return (
    <div className={styles['note']}>
      <div role={isAsked && needsDecision ? 'alert' : undefined}>
        {isAsked && needsDecision && <p>{t('wakeWordNote.unsure')}</p>}
        <Recipients of={recipients} />
      </div>
      {!isListening && (
        <div className={styles['actions']}>
          {needsDecision && (
            <Button ref={first} size="compact" onClick={start}>
              {t('wakeWordNote.start')}
            </Button>
          )}
          <Button size="compact" variant={needsDecision ? 'secondary' : 'quiet'} onClick={onTeach}>
            {t('wakeWordNote.teach')}
          </Button>
          {needsDecision && (
            <Button
              size="compact"
              variant="quiet"
              onClick={() => changeSettings({ audioInputMode: 'push-to-talk' })}
            >
              {t('wakeWordNote.pushToTalk')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Recipients({ of: { isBrowser, provider } }: { readonly of: WakeWordRecipients }) {
  const t = useTexts('speech')
  const language = useLanguage()
  const cost = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
  const values = { name: provider?.name ?? '', cost: cost.format(provider?.costPerHourUsd ?? 0) }
  const isServer = provider?.location === 'server'
  if (!isBrowser) return <p>{t(isServer ? 'wakeWordNote.server' : 'wakeWordNote.vendor', values)}</p>
  return (
    <p>
      {joinSentences(
        t('wakeWordNote.browser'),
        provider && t(isServer ? 'wakeWordNote.otherwiseServer' : 'wakeWordNote.otherwise', values),
      )}
    </p>
  )
}
