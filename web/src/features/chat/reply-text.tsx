import { lazyWithRetry, PATIENT_TRIES } from '#lib/lazy-with-retry.ts'
import type { MarkdownProps } from './markdown/markdown.tsx'
import styles from './reply-text.module.css'
import { SoftBoundary } from './soft-boundary.tsx'

const Markdown = lazyWithRetry(async () => (await import('./markdown/markdown.tsx')).Markdown, PATIENT_TRIES)

/** A reply's Markdown. What renders it is fetched with the first reply; until it is there, the text stands in plainly. */
export function ReplyText(props: MarkdownProps) {
  return (
    <SoftBoundary fallback={<div className={styles['plain']}>{props.text}</div>}>
      <Markdown {...props} />
    </SoftBoundary>
  )
}
