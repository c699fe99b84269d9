import { javascript } from '@codemirror/lang-javascript'
import { python } from '@codemirror/lang-python'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import { useEffect, useRef } from 'react'
import styles from '../code-editor.module.css'

export interface CodeEditorProps {
  /** for assistive technology */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** in lower case; languages other than JavaScript, TypeScript and Python have no highlighting */
  readonly language: string
}

/** The theme's colours, as for other code on the page. */
const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)' },
  {
    tag: [tags.function(tags.variableName), tags.definition(tags.variableName), tags.className],
    color: 'var(--code-function)',
  },
])

function grammarOf(language: string) {
  if (language.startsWith('python')) return python()
  if (/^(java|type)script|^[jt]sx?$/.test(language))
    return javascript({ typescript: language.startsWith('t') })
  return []
}

/**
 * CodeMirror. Tab moves the focus out of the editor instead of indenting; so does Esc followed by Tab, as in
 * its documentation.
 */
export function Editor({ label, value, onChange, language }: CodeEditorProps) {
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const first = useRef(value)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })

  useEffect(() => {
    if (!container.current) return undefined
    const editor = new EditorView({
      parent: container.current,
      doc: first.current,
      extensions: [
        basicSetup,
        syntaxHighlighting(COLOURS),
        grammarOf(language),
        EditorView.contentAttributes.of({ 'aria-label': label, dir: 'ltr', translate: 'no' }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return
          first.current = update.state.doc.toString()
          change.current(first.current)
        }),
      ],
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, language])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    first.current = value
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return <div ref={container} className={styles['editor']} />
}
