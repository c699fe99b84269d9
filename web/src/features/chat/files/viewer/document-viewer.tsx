import type { Attachment } from '@vee/contract/entities/attachment'
import type { SourceQuote } from '@vee/contract/entities/source'
import type { getAttachment, getAttachmentText } from '@vee/contract/http/attachments'
import { Download, Volume2 } from 'lucide-react'
import { use } from 'react'
import { useTexts } from '#i18n/index.ts'
import { downloadBlob } from '#lib/files/download-text.ts'
import type { Api } from '#lib/http/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { addToProject, ProjectMenu } from '#projects/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { findPlace, type CitedPosition } from '@vee/contract/text/find-place'
import { MarkedQuotes, rangesOf } from '../../sources/marked-quotes.tsx'
import { MissingQuotes } from '../../sources/missing-quotes.tsx'
import { ReadAloudContext } from '../chat-api.ts'
import { EncodingSelect } from '../encoding-select.tsx'
import styles from './viewer.module.css'

interface DocumentViewerProps {
  readonly api: Api
  readonly attachment: Attachment
  /** the part that is shown and marked, as a model named it; empty for none */
  readonly locator: string
  /** what a reply quotes of it; marked in the part that is shown */
  readonly quotes: readonly SourceQuote[]
  readonly onClose: () => void
}

/** Shows the text of a document by sections (pages, sheets, slides); each can be read aloud to the end. */
export function DocumentViewer({ api, attachment, locator, quotes, onClose }: DocumentViewerProps) {
  const t = useTexts('chat')
  const common = useTexts('common')
  const history = useTexts('history')
  const { id, name } = attachment
  async function download(): Promise<void> {
    const response = await api.send<typeof getAttachment>('GET', '/attachments/{id}', { params: { id } })
    downloadBlob(name, await response.blob())
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={name}
      closeLabel={common('close')}
      size="large"
      footer={
        <>
          {readToken() !== undefined && (
            <ProjectMenu
              api={api}
              isForEditing
              label={history('projects.toProject')}
              texts={{
                done: (project) => history('projects.inProject', { name: project }),
                failed: history('projects.putFailed'),
              }}
              onPut={(project) => addToProject(api, project, [id])}
            />
          )}
          <Button icon={Download} onClick={() => void download().catch(() => undefined)}>
            {t('files.download')}
          </Button>
        </>
      }
    >
      <div className={styles['document']}>
        <MissingQuotes quotes={quotes} />
        <DocumentText api={api} attachment={attachment} locator={locator} quotes={quotes} onRead={onClose} />
      </div>
    </Dialog>
  )
}

interface DocumentTextProps {
  readonly api: Api
  readonly attachment: Attachment
  readonly locator: string
  readonly quotes: readonly SourceQuote[]
  /** called when reading aloud begins */
  readonly onRead: () => void
}

function DocumentText({ api, attachment, locator: named, quotes, onRead }: DocumentTextProps) {
  const { id } = attachment
  const t = useTexts('chat')
  const own = useTexts('viewer')
  const readAloud = use(ReadAloudContext)
  const { answer, reload } = useAnswer(id, (signal) =>
    api.json<typeof getAttachmentText>('GET', '/attachments/{id}/text', { params: { id }, signal }),
  )
  if (answer.status === 'loading') return <Skeleton lines={6} />
  if (answer.status === 'failed') return <p>{t('files.gone')}</p>
  const { sections, encoding } = answer.value
  const position = findPlace(answer.value, named)
  const shown = sections.map(({ title, text }, index) => (
    <section
      // oxlint-disable-next-line react/no-array-index-key -- the list never changes
      key={index}
      aria-label={title || undefined}
      ref={index === position?.section ? showPlace : undefined}
      data-cited={index === position?.section || undefined}
    >
      <div className={styles['heading']}>
        {title !== '' && <h3>{title}</h3>}
        {index === position?.section && <small className={styles['cited']}>{own('cited')}</small>}
        {readAloud && text !== '' && (
          <Button
            size="compact"
            variant="quiet"
            icon={Volume2}
            onClick={() => {
              // The voice's controls are on the page behind the dialog.
              onRead()
              readAloud(
                id,
                sections
                  .slice(index)
                  .map((section) => section.text)
                  .join('\n\n'),
              )
            }}
          >
            {own('readFromHere')}
          </Button>
        )}
      </div>
      <p className={styles['section']} dir="auto">
        {index === position?.section ? <CitedText text={text} position={position} quotes={quotes} /> : text}
      </p>
    </section>
  ))
  return (
    <>
      {encoding !== undefined && (
        <EncodingSelect api={api} attachment={attachment} encoding={encoding} onRead={reload} />
      )}
      {shown}
    </>
  )
}

/** Scrolls to the part that the source names, once it is there, and moves the focus to it for screen readers. */
function showPlace(element: HTMLElement | null): void {
  if (!element) return
  element.tabIndex = -1
  const target = element.querySelector('mark') ?? element
  // The dialog takes the focus when it opens.
  requestAnimationFrame(() => {
    element.focus({ preventScroll: true })
    target.scrollIntoView({ block: target === element ? 'start' : 'center' })
  })
}

interface CitedTextProps {
  readonly text: string
  readonly position: CitedPosition
  readonly quotes: readonly SourceQuote[]
}

/** The text of the part that a source names, with the cell or the quotes marked. */
function CitedText({ text, position, quotes }: CitedTextProps) {
  if (position.line !== undefined) return <MarkedText text={text} position={position} />
  const proven = quotes.filter(({ isProven }) => isProven).map((quote) => quote.text)
  return <MarkedQuotes text={text} quotes={rangesOf(text, proven)} />
}

/** The text of a sheet with a cell or a row marked. */
function MarkedText({
  text,
  position: { line = 0, cell },
}: {
  readonly text: string
  readonly position: CitedPosition
}) {
  const lines = text.split('\n')
  const cells = (lines[line] ?? '').split('\t')
  const before = [...lines.slice(0, line), ''].join('\n')
  const after = ['', ...lines.slice(line + 1)].join('\n')
  if (cell === undefined)
    return (
      <>
        {before}
        <mark>{cells.join('\t')}</mark>
        {after}
      </>
    )
  return (
    <>
      {before}
      {cells.slice(0, cell).map((value) => `${value}\t`)}
      <mark>{cells[cell]}</mark>
      {cells.slice(cell + 1).map((value) => `\t${value}`)}
      {after}
    </>
  )
}
