import type { ComponentType } from 'react'
import styles from './content-view.module.css'
import type { PanelContent } from './panel-content.ts'

interface ContentViewProps {
  readonly content: PanelContent
  readonly Markdown: ComponentType<{ readonly text: string }>
}

/** The content of an agent without its own screen. */
export function ContentView({ content, Markdown }: ContentViewProps) {
  return (
    <div className={styles['view']} data-type={content.type}>
      <Markdown text={content.data} />
    </div>
  )
}
