import type { Source } from '@vee/contract/entities/source'
import type { getSourceText } from '@vee/contract/http/sources'
import { ExternalLink } from 'lucide-react'
import { use } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { OpenStoredContext, type StoredPlace } from '../open-beside.ts'
import { MarkedQuotes } from './marked-quotes.tsx'
import { MissingQuotes } from './missing-quotes.tsx'
import styles from './sources.module.css'

interface SourceViewerProps {
  readonly api: Api
  readonly replyId: string
  readonly source: Source
  readonly onClose: () => void
}

/** Shows what was read: the text as it was then, with the quoted sentences marked, and what was not found in it. */
export function SourceViewer({ api, replyId, source, onClose }: SourceViewerProps) {
  const t = useTexts('tools')
  const common = useTexts('common')
  const language = useLanguage()
  const open = use(OpenStoredContext)
  const { kind, ref, place } = source
  const canOpen = open !== undefined && ref !== null && (kind === 'meeting' || kind === 'conversation')
  const time = new Date(source.fetchedAt)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={source.title}
      closeLabel={common('close')}
      size="large"
      footer={
        source.url === null ? (
          canOpen && (
            <OpenStored
              kind={kind}
              onOpen={() => {
                onClose()
                open({ kind, id: ref, place })
              }}
            />
          )
        ) : (
          <a className={styles['link']} href={source.url} target="_blank" rel="noopener noreferrer nofollow">
            <Icon of={ExternalLink} size="s" />
            {t('sources.open', { site: source.site ?? source.url })}
          </a>
        )
      }
    >
      <div className={styles['viewer']}>
        {!Number.isNaN(time.getTime()) && (
          <p className={styles['note']}>
            {t('sources.fetched', {
              time: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
                time,
              ),
            })}
          </p>
        )}
        <MissingQuotes quotes={source.quotes} />
        <StoredText api={api} replyId={replyId} id={source.id} />
      </div>
    </Dialog>
  )
}

interface OpenStoredProps {
  readonly kind: StoredPlace['kind']
  readonly onOpen: () => void
}

/** Leads from a source to the meeting at its second, or to the conversation at its message. */
function OpenStored({ kind, onOpen }: OpenStoredProps) {
  const t = useTexts('tools')
  return (
    <Button onClick={onOpen}>
      {t(kind === 'meeting' ? 'sources.openMeeting' : 'sources.openConversation')}
    </Button>
  )
}

interface StoredTextProps {
  readonly api: Api
  readonly replyId: string
  readonly id: string
}

function StoredText({ api, replyId, id }: StoredTextProps) {
  const t = useTexts('tools')
  const { answer } = useAnswer(`${replyId} ${id}`, (signal) =>
    api.json<typeof getSourceText>('GET', '/chat/replies/{replyId}/sources/{id}', {
      params: { replyId, id },
      signal,
    }),
  )
  if (answer.status === 'loading') return <Skeleton lines={6} />
  if (answer.status === 'failed' || answer.value.text === '') return <p>{t('sources.gone')}</p>
  return (
    <p className={styles['text']} dir="auto">
      <MarkedQuotes {...answer.value} onFirst={showQuote} />
    </p>
  )
}

/** Scrolls to the first quote and moves the focus to it for screen readers. */
function showQuote(element: HTMLElement | null): void {
  if (!element) return
  element.tabIndex = -1
  // The dialog takes the focus when it opens.
  requestAnimationFrame(() => {
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'center' })
  })
}
