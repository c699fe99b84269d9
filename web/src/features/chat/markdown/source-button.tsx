import { FileText } from 'lucide-react'
import { use, type ComponentProps } from 'react'
import type { ExtraProps } from 'react-markdown'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { SourcesContext } from '../files/chat-api.ts'
import styles from './source-button.module.css'

const property = (node: ExtraProps['node'], name: string): string => {
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
  const [name, place] = [property(node, 'dataName'), property(node, 'dataPlace')]
  const attachment = files.get(name.toLowerCase())
  if (!attachment) return <>{children}</>
  const label = place === '' ? name : `${name}, ${place}`
  return (
    <cite className={styles['citation']}>
      {/* While a reply is spoken, its elements may take each other's place: a press never opens another source. */}
      <button
        key={label}
        type="button"
        aria-label={t('files.source', { source: label })}
        onClick={() => open(attachment, place)}
      >
        <Icon of={FileText} size="s" />
        {label}
      </button>
    </cite>
  )
}
