import type { createMemoryNote, MemoryNote } from '@vee/contract/http/memory'
import { Upload } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'
import styles from './settings.module.css'

interface MemoryImportProps {
  readonly api: Api
  /** called with the notes that can be decided about */
  readonly onImported: (notes: readonly MemoryNote[]) => void
}

type Outcome = { readonly kind: 'done'; readonly count: number } | { readonly kind: 'nothing' | 'failed' }

/** The notes that are proposed, one a line, and the outcome of proposing them. */
function useMemoryProposals({ api, onImported }: MemoryImportProps) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  async function propose(): Promise<void> {
    setBusy(true)
    const imported: MemoryNote[] = []
    try {
      const { notesIn } = await import('./imported-memory.ts')
      for (const note of notesIn(text))
        imported.push(
          await api.json<typeof createMemoryNote>('POST', '/memory-notes', {
            body: { text: note, state: 'proposed' },
          }),
        )
      const open = imported.filter(({ state }) => state === 'proposed')
      setOutcome(imported.length === 0 ? { kind: 'nothing' } : { kind: 'done', count: open.length })
      if (imported.length > 0) setText('')
    } catch {
      setOutcome({ kind: 'failed' })
    }
    onImported(imported.filter(({ state }) => state !== 'rejected'))
    setBusy(false)
  }

  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    try {
      const { memoryTextOf, notesIn } = await import('./imported-memory.ts')
      setText(notesIn(await memoryTextOf(chosen)).join('\n'))
      setOutcome(undefined)
    } catch {
      setOutcome({ kind: 'nothing' })
    }
  }
  return { text, setText, isBusy, outcome, propose, read }
}

/** Takes over what ChatGPT or Claude remembers, from a copied text or a file of their export, as proposals. */
export function MemoryImport({ api, onImported }: MemoryImportProps) {
  const t = useTexts('settings')
  const [isOpen, setOpen] = useState(false)
  const { text, setText, isBusy, outcome, propose, read } = useMemoryProposals({ api, onImported })
  const file = useRef<HTMLInputElement>(null)

  if (!isOpen)
    return (
      <Button icon={Upload} onClick={() => setOpen(true)}>
        {t('memory.import')}
      </Button>
    )
  return (
    <form
      className={styles['importForm']}
      aria-label={t('memory.import')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (text.trim() !== '' && !isBusy) void propose()
      }}
    >
      <TextArea
        label={t('memory.importText')}
        hint={t('memory.importHint')}
        rows={6}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" isLoading={isBusy}>
          {t('memory.propose')}
        </Button>
        <Button icon={Upload} onClick={() => file.current?.click()}>
          {t('memory.importFile')}
        </Button>
        <FileChooser
          ref={file}
          label={t('memory.importFile')}
          accept=".zip,.json,.txt,.md"
          onChoose={([chosen]) => void read(chosen)}
        />
      </div>
      <output className={styles['text']}>
        {outcome?.kind === 'done' && t('memory.imported', { count: outcome.count })}
        {outcome?.kind === 'nothing' && t('memory.importNothing')}
        {outcome?.kind === 'failed' && t('memory.changeFailed')}
      </output>
    </form>
  )
}
