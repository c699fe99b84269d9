import type { Minute } from '@vee/contract/entities/meeting'
import type { VoiceWish } from '@vee/contract/entities/voice'
import { clockTime } from '@vee/contract/meetings/transcript'
import type { getShared, SharedItem, SharedMeeting, SharedMessage } from '@vee/contract/http/links'
import { Square, Volume2 } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { type Api, ApiError } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { readAloud, type ReadMessage } from './read-aloud.ts'
import styles from './shared-page.module.css'

/** How an assistant is named and sounds. */
export interface SharedSpeaker {
  readonly label: string
  readonly wish: VoiceWish | undefined
}

export interface SharedPageProps {
  readonly api: Api
  readonly token: string
  readonly speakerOf: (agentId: string, customName: string | undefined) => SharedSpeaker
  readonly Markdown: ComponentType<{ readonly text: string }>
  /** offers to continue a copy of what was loaded */
  readonly Continue: ComponentType<{ readonly shared: SharedItem }>
}

type PageState = 'loading' | 'missing' | 'failed' | SharedItem

/** What a link shares, for anyone: text, minutes and voices, without an account. */
export function SharedPage({ api, token, ...props }: SharedPageProps) {
  const t = useTexts('sharing')
  const common = useTexts('common')
  const { state, load, loadMore, isLoadingMore } = useShared(api, token)
  const title =
    typeof state === 'object' ? state.title : t(state === 'missing' ? 'shared.missing' : 'shared.title')
  useEffect(() => {
    document.title = title
  }, [title])

  if (state === 'loading')
    return (
      <>
        <h1>{title}</h1>
        <Skeleton lines={6} />
      </>
    )
  if (state === 'missing')
    return (
      <>
        <h1>{title}</h1>
        <p>{t('shared.missingHelp')}</p>
      </>
    )
  if (state === 'failed')
    return (
      <>
        <h1>{title}</h1>
        <Banner
          tone="error"
          title={t('shared.failed')}
          actions={<Button onClick={() => void load()}>{common('retry')}</Button>}
        />
      </>
    )
  return <Content shared={state} onMore={loadMore} isLoadingMore={isLoadingMore} {...props} />
}

interface ContentProps extends Omit<SharedPageProps, 'api' | 'token'> {
  readonly shared: SharedItem
  readonly onMore: () => void
  readonly isLoadingMore: boolean
}

function Content({ shared, onMore, isLoadingMore, speakerOf, Markdown, Continue }: ContentProps) {
  const t = useTexts('sharing')
  const language = useLanguage()
  const { reading, start, stop } = useReading(shared, speakerOf)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(shared.createdAt))
  return (
    <article className={styles['shared']}>
      <header>
        <h1 dir="auto">{shared.title}</h1>
        <p className={styles['note']}>
          {shared.sharedBy === null
            ? t('shared.on', { day })
            : t('shared.by', { name: shared.sharedBy, day })}
        </p>
        <div className={styles['actions']}>
          {'speechSynthesis' in globalThis && (
            <Button
              icon={reading === undefined ? Volume2 : Square}
              onClick={reading === undefined ? start : stop}
            >
              {t(reading === undefined ? 'shared.read' : 'shared.stop')}
            </Button>
          )}
          {shared.allowsCopy && <Continue shared={shared} />}
        </div>
      </header>
      {shared.messages?.map((message) => (
        <MessageView
          key={message.id}
          message={message}
          label={
            message.role === 'user'
              ? (shared.sharedBy ?? t('shared.person'))
              : speakerOf(message.agentId, shared.agentNames[message.agentId]).label
          }
          isRead={reading === message.id}
          Markdown={Markdown}
        />
      ))}
      {shared.meeting && <MeetingView meeting={shared.meeting} Markdown={Markdown} />}
      {shared.nextCursor !== null && (
        <div>
          <Button isLoading={isLoadingMore} onClick={onMore}>
            {t('shared.more')}
          </Button>
        </div>
      )}
    </article>
  )
}

interface MessageViewProps extends Pick<SharedPageProps, 'Markdown'> {
  readonly message: SharedMessage
  readonly label: string
  readonly isRead: boolean
}

function MessageView({ message, label, isRead, Markdown }: MessageViewProps) {
  const t = useTexts('sharing')
  const language = useLanguage()
  const { role, content, files, sources, model, costUsd } = message
  const price =
    costUsd === undefined
      ? undefined
      : new Intl.NumberFormat(language, {
          style: 'currency',
          currency: 'USD',
          maximumSignificantDigits: 2,
        }).format(costUsd)
  const facts = [model, price].filter((fact) => fact !== undefined)
  return (
    <section
      className={styles['message']}
      data-role={role}
      data-read={isRead ? '' : undefined}
      aria-label={label}
    >
      <h2 className={styles['speaker']}>{label}</h2>
      <div dir="auto">
        {role === 'user' ? <p className={styles['question']}>{content}</p> : <Markdown text={content} />}
      </div>
      {files.length > 0 && <p className={styles['note']}>{t('shared.files', { names: files.join(', ') })}</p>}
      {sources.length > 0 && (
        <ol className={styles['sources']} aria-label={t('shared.sources')}>
          {sources.map(({ number, title, url, site }) => (
            <li key={number} value={number}>
              {url !== null && /^https?:/.test(url) ? (
                <a href={url} rel="noopener noreferrer nofollow" target="_blank">
                  {title}
                </a>
              ) : (
                title
              )}
              {site !== null && ` (${site})`}
            </li>
          ))}
        </ol>
      )}
      {facts.length > 0 && <p className={styles['note']}>{facts.join(' · ')}</p>}
    </section>
  )
}

function MeetingView({
  meeting,
  Markdown,
}: { readonly meeting: SharedMeeting } & Pick<SharedPageProps, 'Markdown'>) {
  const t = useTexts('sharing')
  const { minutes, actionItems, summary, participants, transcript, transcriptLines } = meeting
  return (
    <>
      {participants.length > 0 && <p>{t('shared.participants', { names: participants.join(', ') })}</p>}
      {minutes ? (
        <>
          <Minutes title={t('shared.overview')} minutes={minutes.overview} />
          <Minutes title={t('shared.decisions')} minutes={minutes.decisions} />
          <Minutes title={t('shared.openQuestions')} minutes={minutes.openQuestions} />
        </>
      ) : (
        summary !== '' && <Markdown text={summary} />
      )}
      {actionItems.length > 0 && (
        <section>
          <h2>{t('shared.tasks')}</h2>
          <ul>
            {actionItems.map(({ id, text, assignee }) => (
              <li key={id}>
                {text}
                {assignee !== null && ` (${assignee})`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {(transcriptLines.length > 0 || transcript !== '') && (
        <section>
          <h2>{t('shared.transcript')}</h2>
          {transcriptLines.map(({ id, start, speaker, text }) => (
            <p key={id} dir="auto">
              <span className={styles['note']}>
                [{clockTime(start)}] {speaker !== null && <strong>{speaker}: </strong>}
              </span>
              {text}
            </p>
          ))}
          {transcript !== '' && <p className={styles['question']}>{transcript}</p>}
        </section>
      )}
    </>
  )
}

function Minutes({ title, minutes }: { readonly title: string; readonly minutes: readonly Minute[] }) {
  if (minutes.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {minutes.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

/** Loads the pages of a link, one after the other. */
function useShared(api: Api, token: string) {
  const [state, setState] = useState<PageState>('loading')
  const [isLoadingMore, setLoadingMore] = useState(false)
  const read = useCallback(
    (cursor?: string) =>
      api.json<typeof getShared>('GET', '/shared/{token}', {
        params: { token },
        query: { ...(cursor !== undefined && { cursor }) },
      }),
    [api, token],
  )
  const load = useCallback(
    () =>
      read().then(setState, (error: unknown) =>
        setState(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed'),
      ),
    [read],
  )
  useEffect(() => void load(), [load])

  async function loadMore(): Promise<void> {
    if (typeof state === 'string' || state.nextCursor === null) return
    setLoadingMore(true)
    try {
      const next = await read(state.nextCursor)
      setState(joined(state, next))
    } catch {
      // The button stays, and can be pressed again.
    } finally {
      setLoadingMore(false)
    }
  }
  return { state, load, loadMore: () => void loadMore(), isLoadingMore }
}

/** Returns both pages as one. */
function joined(shared: SharedItem, next: SharedItem): SharedItem {
  return {
    ...next,
    agentNames: { ...shared.agentNames, ...next.agentNames },
    ...(shared.messages && { messages: [...shared.messages, ...(next.messages ?? [])] }),
    ...(shared.meeting &&
      next.meeting && {
        meeting: {
          ...next.meeting,
          transcriptLines: [...shared.meeting.transcriptLines, ...next.meeting.transcriptLines],
        },
      }),
  }
}

/** Reads what is shared aloud; returns the id of the message that is being read. */
function useReading(shared: SharedItem, speakerOf: SharedPageProps['speakerOf']) {
  const [reading, setReading] = useState<string>()
  const language = useLanguage()
  const stopReading = useRef<() => void>(undefined)
  useEffect(() => () => stopReading.current?.(), [])
  return {
    reading,
    start: () => {
      const messages = shared.meeting ? spokenMeeting(shared) : spokenMessages(shared, speakerOf)
      stopReading.current = readAloud({
        synthesis: globalThis.speechSynthesis,
        language,
        messages,
        onMessage: setReading,
      })
    },
    stop: () => stopReading.current?.(),
  }
}

const spokenMessages = (
  { messages = [], agentNames }: SharedItem,
  speakerOf: SharedPageProps['speakerOf'],
): readonly ReadMessage[] =>
  messages.map(({ id, role, content, agentId }) => {
    const { label, wish } = speakerOf(agentId, agentNames[agentId])
    const isAgent = role !== 'user'
    return {
      id,
      markdown: content,
      agentId: isAgent ? agentId : undefined,
      name: isAgent ? label : '',
      wish: isAgent ? wish : undefined,
    }
  })

/** The minutes, or the summary, of a meeting; its transcript is for the eyes. */
function spokenMeeting({ title, meeting }: SharedItem): readonly ReadMessage[] {
  const { overview = [], decisions = [], openQuestions = [] } = meeting?.minutes ?? {}
  const minutes = [...overview, ...decisions, ...openQuestions].map(({ text }) => text)
  const markdown = [title, ...(minutes.length > 0 ? minutes : [meeting?.summary ?? ''])].join('\n\n')
  return [{ id: 'meeting', markdown, agentId: 'meeting_summarizer', name: '', wish: undefined }]
}
