import { SAMPLING_NAMES } from '#lib/sampling.ts'
import { ChevronDown, CircleStop, Download, RotateCcw, Volume2 } from 'lucide-react'
import { memo, use, useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { loadViewTexts, useLanguage, useTexts } from '#i18n/index.ts'
import { lazyComponent, PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import type { SpokenRange } from '#voice/speak/spoken-range.ts'
import type { Chat } from '../store/chat.ts'
import { CitingReplyContext } from '../files/chat-api.ts'
import { LazyMessageAttachments } from '../files/lazy-files.ts'
import { CopyButton } from './copy-button.tsx'
import { FailureNote } from './failure-note.tsx'
import { ModelChoiceContext } from '../versions/model-choice.ts'
import type { ReplyMessage } from '../store/message.ts'
import { MessageMenu } from '../versions/message-menu.tsx'
import { ReplyText } from './reply-text.tsx'
import { SoftBoundary } from './soft-boundary.tsx'
import { SpeakerName } from './speakers/speaker-name.tsx'
import { SpokenParts } from './speakers/spoken-parts.tsx'
import { VersionPager } from '../versions/version-pager.tsx'
import styles from './row.module.css'

/** Loaded when the first tool is used. */
const ToolStepsList = lazyComponent(async () => {
  const [code] = await Promise.all([import('./tool-steps-list.tsx'), loadViewTexts()])
  return code.ToolStepsList
}, PATIENT_TRIES)

/** Loaded when the first model reasons. */
const Reasoning = lazyComponent(async () => {
  const [code] = await Promise.all([import('./reasoning.tsx'), loadViewTexts()])
  return code.Reasoning
}, PATIENT_TRIES)

/** Loaded with the first reply with sources. */
const SourceList = lazyComponent(async () => {
  const [code] = await Promise.all([import('../sources/source-list.tsx'), loadViewTexts()])
  return code.SourceList
}, PATIENT_TRIES)

/** Loaded with the first reply of a model that has searched by Google. */
const SearchSuggestions = lazyComponent(
  async () => (await import('../sources/search-suggestions.tsx')).SearchSuggestions,
  PATIENT_TRIES,
)

const NO_SOURCES: NonNullable<ReplyMessage['sources']> = []

/** The provider that responds without a model. */
const BUILTIN_PROVIDER = 'builtin'

/** Actions of the screen on the voice. */
export interface SpeechControls {
  /** Speaks a reply from this offset of its text on. */
  readonly onSay: (replyId: string, offset: number) => void
  readonly onStopSaying: () => void
  /** gives the user the reply's speech as a file */
  readonly onDownloadSpeech: (replyId: string) => void
}

interface ReplyRowProps extends SpeechControls {
  readonly chat: Chat
  readonly reply: ReplyMessage
  readonly agentLabel: string
  /** the name of its agent is shown: several take part */
  readonly isNamed: boolean
  readonly isLast: boolean
  /** the range of this reply being spoken */
  readonly spoken: SpokenRange | undefined
  /** the word of it that is being spoken */
  readonly spokenWord: SpokenRange | undefined
}

export const ReplyRow = memo(function ReplyRow(props: ReplyRowProps) {
  const { chat, reply, spoken, isLast, onSay } = props
  const t = useTexts('chat')
  const runningText = useStore(chat.state, ({ running }) =>
    running?.replyId === reply.id ? running.text : undefined,
  )
  const runningReasoning = useStore(chat.state, ({ running }) =>
    running?.replyId === reply.id ? running.reasoning : undefined,
  )
  const isRunning = reply.state.kind === 'running'
  const reasoning = runningReasoning ?? reply.reasoning
  const text = runningText ?? reply.text
  const readFrom = useCallback((offset: number) => onSay(reply.id, offset), [onSay, reply.id])
  const { id: replyId, sources = NO_SOURCES } = reply
  const citing = useMemo(() => ({ replyId, sources }), [replyId, sources])
  const hasOwnNames = (reply.speakers?.length ?? 0) > 0 && text !== ''
  return (
    <article className={styles['reply']} aria-busy={isRunning}>
      {props.isNamed && !hasOwnNames && <SpeakerName agentId={reply.agentId} />}
      {reasoning !== undefined && (
        <SoftBoundary fallback={null}>
          <Reasoning text={reasoning} isRunning={isRunning && text === ''} />
        </SoftBoundary>
      )}
      {text !== '' && (
        <CitingReplyContext value={citing}>
          {hasOwnNames ? (
            <SpokenParts
              reply={reply}
              text={text}
              spoken={spoken}
              spokenWord={props.spokenWord}
              onPressText={readFrom}
            />
          ) : (
            <ReplyText
              text={text}
              isGrowing={isRunning}
              spoken={spoken}
              spokenWord={props.spokenWord}
              unspokenFrom={spoken ? undefined : reply.heardUntil}
              onPressText={readFrom}
            />
          )}
        </CitingReplyContext>
      )}
      {!isRunning && sources.length > 0 && (
        <SoftBoundary fallback={null}>
          <SourceList replyId={reply.id} sources={sources} />
        </SoftBoundary>
      )}
      {!isRunning && reply.searchSuggestions !== undefined && (
        <SoftBoundary fallback={null}>
          <SearchSuggestions html={reply.searchSuggestions} />
        </SoftBoundary>
      )}
      {reply.tools && reply.tools.length > 0 && (
        <SoftBoundary fallback={null}>
          <ToolStepsList chat={chat} replyId={reply.id} agentLabel={props.agentLabel} steps={reply.tools} />
        </SoftBoundary>
      )}
      {!reply.tools && reply.pictures && (
        <SoftBoundary fallback={null}>
          <LazyMessageAttachments attachments={reply.pictures} />
        </SoftBoundary>
      )}
      {isRunning && <Progress {...props} hasText={text !== ''} />}
      {reply.state.kind === 'stopped' && <p className={styles['note']}>{t('reply.stopped')}</p>}
      <FailureNote reply={reply} onRetry={isLast ? () => chat.retry() : undefined} />
      {!isRunning && <Meta {...props} />}
    </article>
  )
})

/** Shows activity at once, and describes it in words. */
function Progress({ chat, agentLabel, hasText }: ReplyRowProps & { readonly hasText: boolean }) {
  const t = useTexts('chat')
  const connection = useStore(chat.state, ({ running }) => running?.connection)
  if (connection === 'lost') {
    return (
      <output className={styles['note']}>
        <Spinner /> {t(hasText ? 'reply.lost' : 'reply.lostBefore')}
      </output>
    )
  }
  if (hasText) return null
  return (
    <p className={styles['note']}>
      <Spinner /> {t('reply.thinking', { agent: agentLabel })}
    </p>
  )
}

/** Returns the model and the cost of a reply, which are shown on demand. */
function useModelAndCost({ model, provider, costUsd, text }: ReplyMessage): readonly string[] {
  const t = useTexts('chat')
  const language = useLanguage()
  // A model that wrote nothing is not named.
  if (text === '' || provider === BUILTIN_PROVIDER) return []
  const facts = model === undefined ? [] : [model]
  if (costUsd !== undefined && costUsd > 0) {
    const format = new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      maximumSignificantDigits: 2,
    })
    facts.push(t('reply.cost', { amount: format.format(costUsd) }))
  }
  return facts
}

/** Returns what a reader should know of a reply without asking: mostly nothing. */
function useFacts(reply: ReplyMessage): readonly string[] {
  const { provider, messagesOmitted = 0, ignoredSampling = [], state, text } = reply
  const t = useTexts('chat')
  const language = useLanguage()
  const facts: string[] = []
  if (text === '') return facts
  if (provider === BUILTIN_PROVIDER) facts.push(t('reply.builtin'))
  if (messagesOmitted > 0) facts.push(t('reply.omitted', { count: messagesOmitted }))
  if (ignoredSampling.length > 0) {
    const names = new Intl.ListFormat(language).format(ignoredSampling.map((name) => SAMPLING_NAMES[name]))
    facts.push(t('reply.ignoredSampling', { options: names }))
  }
  if (state.kind === 'complete' && state.finishReason === 'length') facts.push(t('reply.cutShort'))
  if (state.kind === 'complete' && state.finishReason === 'content_filter') facts.push(t('reply.filtered'))
  return facts
}

const noChange = () => {}

function Meta({ chat, reply, isLast, spoken, onSay, onStopSaying, onDownloadSpeech }: ReplyRowProps) {
  const t = useTexts('chat')
  const facts = useFacts(reply)
  const modelAndCost = useModelAndCost(reply)
  const [isDetailed, setDetailed] = useState(false)
  const chooseModel = use(ModelChoiceContext)
  const hasEnded = reply.state.kind === 'complete' || reply.state.kind === 'stopped'
  return (
    <footer className={styles['meta']}>
      {reply.text !== '' && (
        <>
          {spoken ? (
            <IconButton
              icon={CircleStop}
              label={t('reply.stopSaying')}
              size="compact"
              onClick={onStopSaying}
            />
          ) : (
            <IconButton
              icon={Volume2}
              label={t('reply.say')}
              size="compact"
              onClick={() => onSay(reply.id, 0)}
            />
          )}
          <IconButton
            icon={Download}
            label={t('reply.download')}
            size="compact"
            onClick={() => onDownloadSpeech(reply.id)}
          />
          <CopyButton copy={() => navigator.clipboard.writeText(reply.text)} label={t('reply.copy')} />
        </>
      )}
      {hasEnded && (
        <>
          <IconButton
            icon={RotateCcw}
            label={t('reply.again')}
            size="compact"
            onClick={() => chat.regenerate(reply.id)}
          />
          {chooseModel && (
            <IconButton
              icon={ChevronDown}
              label={t('reply.againWith')}
              size="compact"
              aria-haspopup="dialog"
              onClick={() => chooseModel((model) => chat.regenerate(reply.id, model))}
            />
          )}
        </>
      )}
      <VersionPager chat={chat} message={reply} onChange={spoken ? onStopSaying : noChange} />
      {hasEnded && (
        <MessageMenu
          chat={chat}
          messageId={reply.id}
          isLast={isLast}
          onToggleDetails={modelAndCost.length > 0 ? () => setDetailed(!isDetailed) : undefined}
        />
      )}
      {(isDetailed || !hasEnded ? [...modelAndCost, ...facts] : facts).map((fact) => (
        <span key={fact} className={styles['fact']}>
          {fact}
        </span>
      ))}
    </footer>
  )
}
