import type { ComponentType } from 'react'
import styles from './content-view.module.css'
import type { PanelContent } from './panel-content.ts'

interface ContentViewProps {
  readonly type: PanelContent['type']
  readonly markdown: string
  readonly Markdown: ComponentType<{ readonly text: string }>
}

/** The content of an agent without its own screen. */
export function ContentView({ type, markdown, Markdown }: ContentViewProps) {
  return (
    <div className={styles['view']} data-type={type}>
      <Markdown text={markdown} />
    </div>
  )
}
