import { plainLines } from '@vee/contract/text/plain-markdown'
import { fetchPatiently } from '#lib/async/fetch-patiently.ts'
import { lazyComponent, PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import type { MarkdownProps } from '../markdown/markdown.tsx'
import styles from './reply-text.module.css'
import { SoftBoundary } from './soft-boundary.tsx'

/** Loads the renderer of replies: with the conversation's code, before the first reply arrives. */
const importMarkdown = async () => (await import('../markdown/markdown.tsx')).Markdown

const Markdown = lazyComponent(importMarkdown, PATIENT_TRIES)

export const fetchMarkdown = () => fetchPatiently(importMarkdown)

/**
 * Renders a reply's Markdown. Until its renderer is loaded, the text is shown without its markers; if it cannot be
 * loaded, with them.
 */
export function ReplyText(props: MarkdownProps) {
  return (
    <SoftBoundary
      fallback={<div className={styles['plain']}>{props.text}</div>}
      loading={<div className={styles['plain']}>{plainLines(props.text).join('\n\n')}</div>}
    >
      <Markdown {...props} />
    </SoftBoundary>
  )
}
