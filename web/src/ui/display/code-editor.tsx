import type { CodeEditorProps } from './code-editor/editor.tsx'
import styles from './code-editor.module.css'
import { useLazyCode } from '../use-lazy-code.ts'

const importEditor = () => import('./code-editor/editor.tsx')
const ignore = () => {}

/**
 * An editor for code; its code is loaded on first use, and until then, or without it, the text can be edited
 * in a plain field.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, onChange } = props
  const code = useLazyCode(importEditor, true, ignore)
  if (code) return <code.Editor {...props} />
  return (
    <textarea
      className={styles['plain']}
      aria-label={label}
      value={value}
      spellCheck={false}
      dir="ltr"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
