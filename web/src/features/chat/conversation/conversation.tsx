import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import { partsBySpeaker } from '@vee/contract/entities/speaker'
import type { Attachment } from '@vee/contract/entities/attachment'
import type { Source } from '@vee/contract/entities/source'
import { citableName, withoutCitations } from '@vee/contract/text/citations'
import { ArrowDown, Clock, GitFork, Pencil } from 'lucide-react'
import { useStore } from 'zustand'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { loadViewTexts, useTexts } from '#i18n/index.ts'
import { lazyComponent, PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { plainLines } from '@vee/contract/text/plain-markdown'
import { useOpenedSource } from '#lib/files/opened-source.ts'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/display/icon.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import type { SpokenRange } from '#voice/speak/spoken-range.ts'
import type { Chat } from '../store/chat.ts'
import { ChatApiContext, DescribeContext, SourcesContext, ReadAloudContext } from '../files/chat-api.ts'
import { lastUserMessage, type ChatState } from '../store/chat-state.ts'
import styles from './conversation.module.css'
import { EphemeralLog } from './ephemeral-log.tsx'
import type { Message } from '../store/message.ts'
import { rowIdOf } from '../versions/branches.ts'
import { KeepViewContext } from '../versions/lazy-branches.ts'
import { OlderButton } from './older-button.tsx'
import { ReplyRow, type SpeechControls } from './reply-row.tsx'
import rowStyles from './row.module.css'
import { SoftBoundary } from './soft-boundary.tsx'
import { SpeakersContext } from './speakers/speaker-name.tsx'
import { useFollow } from './use-follow.ts'
import { useSoughtMessage } from './sought-message.ts'
import { UserMessageRow } from './user-row.tsx'

const noColour = () => undefined

/** Maximum length of an announced text, in UTF-16 code units; the rest is in the conversation. */
const MAX_ANNOUNCED_LENGTH = 1000

/** Number of messages of all paths beyond which only those near the view are in the document. */
const MANY_MESSAGES = 50

/** Loaded when the first source is opened. */
const FileViewer = lazyComponent(async () => (await import('../files/viewer/file-viewer.tsx')).FileViewer)

/** Loaded when the first numbered source is opened. */
const SourceViewer = lazyComponent(async () => {
  const [code] = await Promise.all([import('../sources/source-viewer.tsx'), loadViewTexts()])
  return code.SourceViewer
})

/** Loaded when it is opened. */
const BranchMap = lazyComponent(async () => (await import('../versions/branch-map.tsx')).BranchMap)

const VirtualRows = lazyComponent(async () => (await import('./virtual-rows.tsx')).VirtualRows, PATIENT_TRIES)

interface ConversationProps extends SpeechControls {
  readonly chat: Chat
  readonly agentLabel: string
  /** returns the name of another agent that takes part; default: its id */
  readonly labelOf?: (agentId: AgentId) => string
  /** returns the theme role of an agent's colour */
  readonly colourOf?: (agentId: AgentId) => string | undefined
  /** turns that have scrolled out of view are listed above */
  readonly hasLog: boolean
  /** false gives each message more space, for agents whose replies are read like a page */
  readonly isCompact: boolean
  /** the range being spoken now */
  readonly spoken: SpokenRange | null
  /** the word of it that is being spoken, if the voice tells */
  readonly spokenWord?: SpokenRange | undefined
  /** called when the user's last message is moved into the field */
  readonly onEdit: () => void
  /** reads the text of a file aloud, by the id of the file */
  readonly onReadText?: (id: string, text: string) => void
}

/** Renders the messages in a column that scrolls to new text and to the sentence being spoken. */
export function ConversationView(props: ConversationProps) {
  const { chat, agentLabel, labelOf, colourOf = noColour, hasLog, isCompact, spoken, onEdit } = props
  const { agentId } = chat.state.getState()
  const t = useTexts('chat')
  const messages = useStore(chat.state, (state) => state.messages)
  // Those off the path count: a list of another kind would begin with each change of the path.
  const hasMany = useStore(
    chat.state,
    (state) => state.messages.length + state.branchMessages.length > MANY_MESSAGES,
  )
  const lastId = messages.at(-1)?.id
  const lastQuestionId = lastUserMessage(messages)?.id
  const [source, setSource] = useState<{ readonly file: Attachment; readonly locator: string }>()
  const opened = useOpenedSource((state) => state.opened)
  const cited = messages.some(({ id }) => id === opened?.replyId) ? opened : undefined
  const sources = useMemo(
    () => ({
      files: filesOf(messages),
      open: (file: Attachment, locator: string) => setSource({ file, locator }),
      openSource: (replyId: string, source: Source) =>
        useOpenedSource.setState({ opened: { replyId, source } }),
    }),
    [messages],
  )
  const describe = useMemo(
    () => async (image: Attachment) =>
      (await import('../files/describe-picture.ts')).describePicture(chat, image),
    [chat],
  )
  const nameOf = useCallback(
    (id: AgentId) => (id === agentId ? agentLabel : (labelOf?.(id) ?? id)),
    [agentId, agentLabel, labelOf],
  )
  const speakers = useMemo(() => ({ labelOf: nameOf, colourOf }), [nameOf, colourOf])
  const isNamed = messages.some((message) => message.role === 'assistant' && message.agentId !== agentId)
  const { scroller, content, isFollowing, backToNow, stopFollowing, keepView } = useFollow(
    spoken,
    lastQuestionId,
  )
  const soughtId = useSoughtMessage(chat, content, stopFollowing)

  const editMessage = useCallback(
    (messageId: string) => {
      chat.edit(messageId)
      onEdit()
    },
    [chat, onEdit],
  )

  function editWaiting(): void {
    chat.editLast()
    onEdit()
  }

  function renderRow(message: Message) {
    return (
      <div
        key={rowIdOf(message)}
        className={classNames(styles['row'], message.id === soughtId && styles['sought'])}
        data-message={message.id}
      >
        {message.role === 'user' ? (
          <UserMessageRow
            chat={chat}
            message={message}
            isLast={message.id === lastId}
            onEdit={editMessage}
            onChangePath={props.onStopSaying}
          />
        ) : (
          <ReplyRow
            chat={chat}
            reply={message}
            agentLabel={nameOf(message.agentId)}
            isNamed={isNamed}
            isLast={message.id === lastId}
            spoken={spoken?.replyId === message.id ? spoken : undefined}
            spokenWord={spoken?.replyId === message.id ? props.spokenWord : undefined}
            onSay={props.onSay}
            onStopSaying={props.onStopSaying}
            onDownloadSpeech={props.onDownloadSpeech}
          />
        )}
      </div>
    )
  }

  return (
    <div className={classNames(styles['frame'], !isCompact && styles['roomy'])}>
      <VisuallyHidden as="h1">{agentLabel}</VisuallyHidden>
      {hasLog && (
        <EphemeralLog messages={messages} agentLabel={agentLabel} scroller={scroller} content={content} />
      )}
      <section
        ref={scroller}
        className={styles['scroller']}
        aria-label={t('conversation')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <div ref={content} className={styles['column']} role="log" aria-live="off">
          <OlderButton chat={chat} />
          <BranchesButton chat={chat} messages={messages} />
          <KeepViewContext value={keepView}>
            <SpeakersContext value={speakers}>
              <ChatApiContext value={chat.api}>
                <DescribeContext value={describe}>
                  <SourcesContext value={sources}>
                    <ReadAloudContext value={props.onReadText}>
                      {hasMany ? (
                        <SoftBoundary fallback={messages.slice(-MANY_MESSAGES).map(renderRow)}>
                          <VirtualRows scroller={scroller} messages={messages} soughtId={soughtId}>
                            {renderRow}
                          </VirtualRows>
                        </SoftBoundary>
                      ) : (
                        messages.map(renderRow)
                      )}
                    </ReadAloudContext>
                  </SourcesContext>
                </DescribeContext>
              </ChatApiContext>
            </SpeakersContext>
          </KeepViewContext>
          <WaitingRow chat={chat} onEdit={editWaiting} />
        </div>
      </section>
      {!isFollowing && (
        <Button size="compact" icon={ArrowDown} className={styles['back'] ?? ''} onClick={backToNow}>
          {t('scroll.back')}
        </Button>
      )}
      <ReadAloudContext value={props.onReadText}>
        {source && (
          <Suspense>
            <FileViewer
              api={chat.api}
              attachment={source.file}
              locator={source.locator}
              onClose={() => setSource(undefined)}
            />
          </Suspense>
        )}
      </ReadAloudContext>
      {cited && <OpenedSource api={chat.api} {...cited} messages={messages} />}
      <FinishedReply chat={chat} nameOf={nameOf} />
    </div>
  )
}

/** Opens the map of the branches; renders nothing where there are none. */
function BranchesButton({ chat, messages }: { readonly chat: Chat; readonly messages: readonly Message[] }) {
  const t = useTexts('chat')
  const [isOpen, setIsOpen] = useState(false)
  if (!messages.some(({ siblings }) => siblings !== undefined)) return null
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        icon={GitFork}
        className={styles['older'] ?? ''}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('branches.title')}
      </Button>
      {isOpen && (
        <Suspense>
          <BranchMap chat={chat} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface OpenedSourceProps {
  readonly api: Chat['api']
  readonly replyId: string
  readonly source: Source
  readonly messages: readonly Message[]
}

/** Shows a source in its place: a file of the conversation at the part that is quoted, anything else as it was read. */
function OpenedSource({ api, replyId, source, messages }: OpenedSourceProps) {
  const file = attachmentsOf(messages).find(({ id }) => source.kind === 'file' && id === source.ref)
  return (
    <Suspense>
      {file ? (
        <FileViewer
          api={api}
          attachment={file}
          locator={source.title.slice(citableName(file.name).length + 2)}
          quotes={source.quotes}
          onClose={closeSource}
        />
      ) : (
        <SourceViewer api={api} replyId={replyId} source={source} onClose={closeSource} />
      )}
    </Suspense>
  )
}

const closeSource = () => useOpenedSource.setState({ opened: undefined })

const attachmentsOf = (messages: readonly Message[]): readonly Attachment[] =>
  messages.flatMap((message) => (message.role === 'user' ? (message.attachments ?? []) : []))

function filesOf(messages: readonly Message[]): ReadonlyMap<string, Attachment> {
  return new Map(attachmentsOf(messages).map((file) => [citableName(file.name).toLowerCase(), file]))
}

/** The message that waits until the running reply is finished. */
function WaitingRow({ chat, onEdit }: { readonly chat: Chat; readonly onEdit: () => void }) {
  const t = useTexts('chat')
  const waiting = useStore(chat.state, (state) => state.waiting)
  if (!waiting) return null
  return (
    <div className={classNames(styles['row'], rowStyles['user'])}>
      <IconButton icon={Pencil} label={t('waiting.edit')} size="compact" onClick={onEdit} />
      <div className={classNames(rowStyles['bubble'], rowStyles['waiting'])}>
        <small className={rowStyles['said']}>
          <Icon of={Clock} size="s" />
          {t('waiting.label')}
        </small>
        <p className={rowStyles['words']} dir="auto">
          {waiting.text}
        </p>
      </div>
    </div>
  )
}

/** Converts Markdown to text for screen readers: without markers and code, and with links as their text. */
function plainWords(markdown: string): string {
  return withoutCitations(plainLines(markdown, { keepsTables: true }).join(' '))
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_ANNOUNCED_LENGTH)
}

interface FinishedPart {
  readonly agentId: AgentId
  readonly text: string
}

/** Returns what each agent has said in the reply that has just finished. */
function justFinished(now: ChatState, before: ChatState): readonly FinishedPart[] | undefined {
  if (!before.running || now.running?.replyId === before.running.replyId) return undefined
  const reply = now.messages.find(({ id }) => id === before.running?.replyId)
  if (reply?.role !== 'assistant' || reply.state.kind !== 'complete') return undefined
  return partsBySpeaker({ ...reply, content: reply.text }).map((part) => ({
    agentId: resolveAgentId(part.agentId ?? '') ?? reply.agentId,
    text: plainWords(part.text),
  }))
}

/** Announces each reply to screen readers once, when it is complete: growing text cannot be listened to. */
function FinishedReply({
  chat,
  nameOf,
}: {
  readonly chat: Chat
  readonly nameOf: (agentId: AgentId) => string
}) {
  const t = useTexts('chat')
  const [parts, setParts] = useState<readonly FinishedPart[]>([])

  useEffect(
    () => chat.state.subscribe((now, before) => setParts((parts) => justFinished(now, before) ?? parts)),
    [chat],
  )

  return (
    <VisuallyHidden>
      <output>
        {parts.map(({ agentId, text }) => t('reply.finished', { agent: nameOf(agentId), text })).join(' ')}
      </output>
    </VisuallyHidden>
  )
}
