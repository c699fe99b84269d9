import { lazyComponent, PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import type { MarkdownProps } from '../markdown/markdown.tsx'
import styles from './reply-text.module.css'
import { SoftBoundary } from './soft-boundary.tsx'

const Markdown = lazyComponent(async () => (await import('../markdown/markdown.tsx')).Markdown, PATIENT_TRIES)

/**
 * Renders a reply's Markdown. Its renderer is loaded with the first reply; until then, the plain text is
 * shown.
 */
export function ReplyText(props: MarkdownProps) {
  return (
    <SoftBoundary fallback={<div className={styles['plain']}>{props.text}</div>}>
      <Markdown {...props} />
    </SoftBoundary>
  )
}
