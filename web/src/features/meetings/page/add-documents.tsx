import type { DocumentText } from '@vee/contract/entities/attachment'
import { FilePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import styles from '../meetings.module.css'
import { withDocument } from './document-notes.ts'

/** Types that file choosers show first; every type is still checked by its bytes. */
const ACCEPT =
  'image/*,.heic,.heif,application/pdf,.docx,.pptx,.xlsx,.odt,.ods,.odp,.rtf,.epub,.txt,.md,.csv,.tsv,.html,text/*'

/** Returns the text of a document or picture; rejects if there is none. */
export type ReadFileText = (file: File) => Promise<DocumentText>

interface AddDocumentsProps {
  readonly notes: string
  readonly readFileText: ReadFileText
  readonly onChange: (notes: string) => void
}

interface Outcome {
  readonly failed: readonly string[]
  readonly cut: readonly string[]
}

const NOTHING: Outcome = { failed: [], cut: [] }

/** Adds the text of slides and documents to the notes, which are context of the summary. */
export function AddDocuments({ notes, readFileText, onChange }: AddDocumentsProps) {
  const t = useTexts('meetings')
  const chooser = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [outcome, setOutcome] = useState(NOTHING)
  // The user may type while a document is read.
  const current = useRef({ notes, onChange })
  useEffect(() => {
    current.current = { notes, onChange }
  }, [notes, onChange])

  async function add(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    setReading(true)
    setOutcome(NOTHING)
    const failed: string[] = []
    const cut: string[] = []
    // Sequentially: each is read in a worker with the memory of a whole file.
    for (const file of files) {
      try {
        const text = await readFileText(file)
        const added = withDocument(current.current.notes, file.name, text)
        if (added.isCut) cut.push(file.name)
        current.current.onChange(added.notes)
        current.current = { ...current.current, notes: added.notes }
      } catch {
        failed.push(file.name)
      }
    }
    setOutcome({ failed, cut })
    setReading(false)
  }

  return (
    <>
      <div className={styles['actions']}>
        <Button icon={FilePlus} isLoading={isReading} onClick={() => chooser.current?.click()}>
          {t('documents.add')}
        </Button>
        <FileChooser
          ref={chooser}
          label={t('documents.add')}
          accept={ACCEPT}
          isMultiple
          onChoose={(files) => void add(files)}
        />
        <output className={styles['note']}>{isReading ? t('documents.reading') : ''}</output>
      </div>
      {outcome.failed.length > 0 && (
        <Banner tone="error" title={t('documents.failed', { names: outcome.failed.join(', ') })} />
      )}
      {outcome.cut.length > 0 && (
        <Banner tone="warning" title={t('documents.cut', { names: outcome.cut.join(', ') })} />
      )}
    </>
  )
}
