import { lazy, Suspense } from 'react'
import type { CodeEditorProps } from './code-editor/editor.tsx'
import styles from './code-editor.module.css'

const Editor = lazy(async () => ({ default: (await import('./code-editor/editor.tsx')).Editor }))

/** An editor for code; its code is fetched when one is first shown, and until then the text can be edited plainly. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, onChange } = props
  return (
    <Suspense
      fallback={
        <textarea
          className={styles['plain']}
          aria-label={label}
          value={value}
          spellCheck={false}
          dir="ltr"
          onChange={(event) => onChange(event.target.value)}
        />
      }
    >
      <Editor {...props} />
    </Suspense>
  )
}
