import { FileText } from 'lucide-react'
import { use, type ComponentProps, type ReactNode } from 'react'
import type { ExtraProps } from 'react-markdown'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { CitingReplyContext, SourcesContext } from '../files/chat-api.ts'
import { sourceName } from '../store/sources.ts'
import styles from './source-button.module.css'

const readProperty = (node: ExtraProps['node'], name: string): string => {
  const value = node?.properties[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Renders a source as a button that opens the file at its page or cell. Only files of this conversation are opened: the text of
 * any other source stays as it was written.
 */
export function SourceButton({ node, children }: ComponentProps<'cite'> & ExtraProps) {
  const t = useTexts('chat')
  const { files, open } = use(SourcesContext)
  const number = readProperty(node, 'dataNumber')
  const [name, locator] = [readProperty(node, 'dataName'), readProperty(node, 'dataPlace')]
  if (number !== '') return <NumberButton number={Number(number)}>{children}</NumberButton>
  const attachment = files.get(name.toLowerCase())
  if (!attachment) return <>{children}</>
  const label = locator === '' ? name : `${name}, ${locator}`
  return (
    <cite className={styles['citation']}>
      {/* While a reply is spoken, its elements may take each other's place: a press never opens another source. */}
      <button
        key={label}
        type="button"
        aria-label={t('files.source', { source: label })}
        onClick={() => open(attachment, locator)}
      >
        <Icon of={FileText} size="s" />
        {label}
      </button>
    </cite>
  )
}

interface NumberButtonProps {
  readonly number: number
  /** the marker as it is written, for numbers that no source of the reply has */
  readonly children: ReactNode
}

/** Renders the number of a source as a button that shows the quoted sentence in its place. */
function NumberButton({ number, children }: NumberButtonProps) {
  const t = useTexts('chat')
  const { openSource } = use(SourcesContext)
  const { replyId, sources } = use(CitingReplyContext)
  const source = sources.find((candidate) => candidate.number === number)
  if (!source) return <>{children}</>
  return (
    <cite className={styles['number']}>
      <button
        key={number}
        type="button"
        aria-label={t('files.numbered', { number, name: sourceName(source) })}
        title={source.title}
        onClick={() => openSource(replyId, source)}
      >
        {/* The brackets are not shown, and keep the text as long as what was written: a press on a sentence counts letters. */}
        <span className={styles['bracket']}>[</span>
        {number}
        <span className={styles['bracket']}>]</span>
      </button>
    </cite>
  )
}
