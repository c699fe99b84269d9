import type { KnowledgeFile } from '@vee/contract/http/knowledge-bases'
import { FileText, Globe, RefreshCw, Trash2, TriangleAlert, Upload, X, type LucideIcon } from 'lucide-react'
import { useRef, useState, type DragEvent, type FormEvent, type ReactNode } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { type ShowUndo, useDelayedDeletion } from '#ui/feedback/use-delayed-deletion.tsx'
import type { KnowledgeFileReader, ReadingStep } from './knowledge-file-reader.ts'
import styles from './knowledge.module.css'
import { type LocalFile, useKnowledgeFiles } from './use-knowledge-files.ts'

interface KnowledgeFilesProps {
  readonly api: Api
  readonly knowledgeId: string
  readonly mayEdit: boolean
  readonly reader: KnowledgeFileReader
  readonly showUndo: ShowUndo
  readonly onChange: () => void
}

/** The files and pages of one collection, with how far each one is; files can be dropped on it. */
export function KnowledgeFiles({
  api,
  knowledgeId,
  mayEdit,
  reader,
  showUndo,
  onChange,
}: KnowledgeFilesProps) {
  const t = useTexts('knowledge')
  const common = useTexts('common')
  const { files, local, addUrl, addFiles, remove, dismiss } = useKnowledgeFiles(api, knowledgeId, {
    reader,
    onChange,
  })
  const [hasFailed, setHasFailed] = useState(false)
  const deletion = useDelayedDeletion({
    showUndo,
    undoLabel: common('undo'),
    onFailed: () => setHasFailed(true),
  })
  const shown = files?.filter(({ id }) => !deletion.hiddenIds.has(id))
  function removeLater(file: KnowledgeFile): void {
    setHasFailed(false)
    deletion.remove({
      id: file.id,
      title: t('deleted', { name: file.name }),
      send: () => remove(file),
    })
  }
  const drop = (event: DragEvent) => {
    if (!mayEdit || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    addFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className={styles['files']}
      onDragOver={(event) => {
        if (mayEdit && event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      onDrop={drop}
    >
      <ul className={styles['list']}>
        {local.map((file) => (
          <LocalRow key={file.id} file={file} onDismiss={() => dismiss(file.id)} />
        ))}
        {shown?.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            onRemove={mayEdit ? () => removeLater(file) : undefined}
            onReadAgain={mayEdit && file.url !== null ? () => void addUrl(file.url ?? '') : undefined}
          />
        ))}
      </ul>
      {hasFailed && <p role="alert">{t('failed')}</p>}
      {shown?.length === 0 && local.length === 0 && <p className={styles['hint']}>{t('empty')}</p>}
      {mayEdit && <AddSources accept={reader.accept} addFiles={addFiles} addUrl={addUrl} />}
    </div>
  )
}

interface AddSourcesProps {
  readonly accept: string
  readonly addFiles: (files: readonly File[]) => void
  readonly addUrl: (url: string) => Promise<string | undefined>
}

function AddSources({ accept, addFiles, addUrl }: AddSourcesProps) {
  const t = useTexts('knowledge')
  const chooser = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState('')
  const [error, setError] = useState<string>()
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const typed = url.trim()
    if (typed === '') return
    const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
    const problem = URL.canParse(address) ? await addUrl(address) : t('urlInvalid')
    setError(problem)
    if (problem === undefined) setUrl('')
  }
  return (
    <div className={styles['add']}>
      <div className={styles['choose']}>
        <FileChooser ref={chooser} label={t('addFiles')} accept={accept} isMultiple onChoose={addFiles} />
        <Button icon={Upload} onClick={() => chooser.current?.click()}>
          {t('addFiles')}
        </Button>
        <span className={styles['drop']}>{t('drop')}</span>
      </div>
      <form className={styles['line']} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('url')}
          // The scheme may be left out.
          type="text"
          inputMode="url"
          autoComplete="url"
          icon={Globe}
          value={url}
          error={error}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Button type="submit">{t('addUrl')}</Button>
      </form>
    </div>
  )
}

function LocalRow({ file, onDismiss }: { readonly file: LocalFile; readonly onDismiss: () => void }) {
  const t = useTexts('knowledge')
  const stepText = useStepText()
  const { name, step, error } = file
  return (
    <Row
      icon={step ? FileText : TriangleAlert}
      name={name}
      state={step ? stepText(step) : (error ?? '')}
      isFailed={!step}
    >
      {!step && <IconButton icon={X} size="compact" label={t('remove', { name })} onClick={onDismiss} />}
    </Row>
  )
}

interface FileRowProps {
  readonly file: KnowledgeFile
  readonly onRemove: (() => void) | undefined
  readonly onReadAgain: (() => void) | undefined
}

function FileRow({ file, onRemove, onReadAgain }: FileRowProps) {
  const t = useTexts('knowledge')
  const stateText = useStateText()
  const { name, url, error, state } = file
  return (
    <Row
      icon={error ? TriangleAlert : url === null ? FileText : Globe}
      name={name}
      url={url}
      state={stateText(file)}
      isFailed={state === 'failed'}
    >
      {onReadAgain && (
        <IconButton icon={RefreshCw} size="compact" label={t('readAgain', { name })} onClick={onReadAgain} />
      )}
      {onRemove && (
        <IconButton icon={Trash2} size="compact" label={t('remove', { name })} onClick={onRemove} />
      )}
    </Row>
  )
}

interface RowProps {
  readonly icon: LucideIcon
  readonly name: string
  readonly url?: string | null
  readonly state: string
  readonly isFailed: boolean
  readonly children?: ReactNode
}

function Row({ icon, name, url = null, state, isFailed, children }: RowProps) {
  return (
    <li className={styles['file']} data-failed={isFailed || undefined}>
      <Icon of={icon} size="s" />
      <span className={styles['about']}>
        {url === null ? (
          <span dir="auto">{name}</span>
        ) : (
          <a href={url} target="_blank" rel="noreferrer noopener" dir="auto">
            {name}
          </a>
        )}
        <small role="status">{state}</small>
      </span>
      <span className={styles['actions']}>{children}</span>
    </li>
  )
}

/** Returns how far the server is with a file, in words. */
function useStateText(): (file: KnowledgeFile) => string {
  const t = useTexts('knowledge')
  const language = useLanguage()
  return ({ state, progress, error, readAt, url }) => {
    if (state === 'failed') return t(`errors.${error?.code ?? 'TEXT_EMPTY'}`)
    if (state === 'waiting') return t('state.waiting')
    if (state === 'reading') return progress ? t('state.pages', { ...progress }) : t('state.reading')
    const pages = progress && progress.total > 1 ? t('pages', { count: progress.total }) : undefined
    const date =
      readAt === null || url === null
        ? undefined
        : t('readAt', {
            date: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(readAt)),
          })
    return [t('state.ready'), pages, date, error ? t('stale') : undefined].filter(Boolean).join(' · ')
  }
}

/** Returns how far this browser is with a file, in words. */
function useStepText(): (step: ReadingStep) => string {
  const t = useTexts('knowledge')
  const language = useLanguage()
  return (step) => {
    if (step.kind === 'uploading') {
      const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(step.uploaded)
      return t('state.uploading', { percent })
    }
    return step.pages ? t('state.pages', { ...step.pages }) : t('state.reading')
  }
}
