import type { ArchiveRestored, postAccountArchive } from '@vee/contract/http/accounts/archive'
import type { ArchiveImport, listImports, undoImport } from '@vee/contract/http/imports'
import { Undo2, Upload } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { type Api, ApiError } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import {
  importArchive,
  ImportError,
  type ArchiveScan,
  importedBefore,
  scanArchive,
  type Outcome,
} from './import-archive.ts'
import { Choice } from './choice.tsx'
import { isOwnArchive } from './own-archive.ts'
import { OwnArchive, Restored } from './own-archive-view.tsx'
import { ProjectDocuments } from './project-documents.tsx'
import { Proposals } from './proposals.tsx'
import styles from './imports.module.css'

type Stage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'scanning' | 'importing'; readonly fraction: number; readonly abort: AbortController }
  | { readonly kind: 'choosing'; readonly scan: ArchiveScan; readonly known: ReadonlySet<string> }
  | { readonly kind: 'done'; readonly outcome: Outcome; readonly scan: ArchiveScan }
  | { readonly kind: 'own-archive'; readonly archive: File }
  | { readonly kind: 'restoring'; readonly abort: AbortController }
  | { readonly kind: 'restored'; readonly restored: ArchiveRestored }
  | { readonly kind: 'failed'; readonly reason: ImportError['reason'] | 'full' | 'offline' | 'refused' }

/** Imports conversations of other programs into the account: scan, choose, import, undo. */
export function ImportArchive({ api, onChanged }: { readonly api: Api; readonly onChanged: () => void }) {
  const t = useTexts('imports')
  const chooser = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>({ kind: 'idle' })
  const imports = useImports(api)

  async function attempt(
    kind: 'scanning' | 'importing',
    work: (options: WorkOptions) => Promise<Stage>,
  ): Promise<void> {
    const abort = new AbortController()
    setStage({ kind, fraction: 0, abort })
    const onProgress = (fraction: number) =>
      setStage((before) => ('abort' in before && before.abort === abort ? { ...before, fraction } : before))
    try {
      setStage(await work({ onProgress, signal: abort.signal }))
    } catch (error) {
      setStage(abort.signal.aborted ? { kind: 'idle' } : { kind: 'failed', reason: reasonOf(error) })
    }
  }
  const startScan = (archive: File | undefined) =>
    archive &&
    void attempt('scanning', async (options) => {
      if (await isOwnArchive(archive)) return { kind: 'own-archive', archive }
      const archiveScan = await scanArchive(archive, options)
      return { kind: 'choosing', scan: archiveScan, known: await importedBefore(api, archiveScan) }
    })
  const importChosen = (archiveScan: ArchiveScan, ids: ReadonlySet<string>) =>
    void attempt('importing', async (options) => {
      try {
        return {
          kind: 'done',
          outcome: await importArchive(api, archiveScan, ids, options),
          scan: archiveScan,
        }
      } finally {
        onChanged()
        void imports.load()
      }
    })
  async function restore(archive: File): Promise<void> {
    const abort = new AbortController()
    setStage({ kind: 'restoring', abort })
    const body = new FormData()
    body.append('file', archive)
    try {
      const options = { body, signal: abort.signal, isLong: true }
      const restored = await api.json<typeof postAccountArchive>('POST', '/account/archive', options)
      setStage({ kind: 'restored', restored })
    } catch (error) {
      setStage(abort.signal.aborted ? { kind: 'idle' } : { kind: 'failed', reason: reasonOfArchive(error) })
    }
    onChanged()
  }
  async function undo(id: string): Promise<void> {
    try {
      await api.send<typeof undoImport>('DELETE', '/imports/{id}', { params: { id } })
      setStage({ kind: 'idle' })
    } catch (error) {
      setStage({ kind: 'failed', reason: reasonOf(error) })
    }
    onChanged()
    void imports.load()
  }

  return (
    <section
      className={styles['parts']}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        startScan(event.dataTransfer.files[0])
      }}
    >
      <h3>{t('title')}</h3>
      <p className={styles['note']}>{t('lead')}</p>
      {'abort' in stage ? (
        <div className={styles['parts']}>
          {'fraction' in stage && <ProgressBar label={t(stage.kind)} value={stage.fraction} />}
          <p role="status">{t(stage.kind)}</p>
          <div>
            <Button onClick={() => stage.abort.abort()}>{t('stop')}</Button>
          </div>
        </div>
      ) : (
        <div>
          <Button icon={Upload} onClick={() => chooser.current?.click()}>
            {t('choose')}
          </Button>
          <FileChooser
            ref={chooser}
            label={t('choose')}
            accept=".zip,.json,application/zip,application/json"
            onChoose={([file]) => startScan(file)}
          />
        </div>
      )}
      {stage.kind === 'choosing' && (
        <>
          <Choice scan={stage.scan} known={stage.known} onImport={(ids) => importChosen(stage.scan, ids)} />
          <ProjectDocuments api={api} {...stage.scan} onAdded={onChanged} />
          <Proposals api={api} proposals={stage.scan.agents} />
        </>
      )}
      {stage.kind === 'done' && (
        <>
          <Result outcome={stage.outcome} />
          <ProjectDocuments api={api} {...stage.scan} onAdded={onChanged} />
          <Proposals api={api} proposals={stage.scan.agents} />
        </>
      )}
      {stage.kind === 'own-archive' && <OwnArchive onRestore={() => void restore(stage.archive)} />}
      {stage.kind === 'restored' && <Restored restored={stage.restored} />}
      {stage.kind === 'failed' && <Banner tone="error" title={t(`failures.${stage.reason}`)} />}
      <ImportList imports={imports.items} onUndo={undo} />
    </section>
  )
}

interface WorkOptions {
  readonly onProgress: (fraction: number) => void
  readonly signal: AbortSignal
}

function reasonOf(error: unknown): Extract<Stage, { kind: 'failed' }>['reason'] {
  if (error instanceof ImportError) return error.reason
  return error instanceof ApiError && error.code === 'STORAGE_FULL' ? 'full' : 'offline'
}

/** An archive that this server does not take is not one of other programs. */
function reasonOfArchive(error: unknown): Extract<Stage, { kind: 'failed' }>['reason'] {
  if (!(error instanceof ApiError)) return 'offline'
  if (error.code === 'VALIDATION' || error.code === 'UNSUPPORTED_MEDIA') return 'refused'
  return error.code === 'TOO_LARGE' ? 'too-large' : reasonOf(error)
}

function Result({ outcome: { addedMessages, refused, missingFiles } }: { readonly outcome: Outcome }) {
  const t = useTexts('imports')
  return (
    <>
      <Banner tone="success" title={t('done', { count: addedMessages })}>
        {t('again')}
      </Banner>
      {refused.length > 0 && (
        <Banner tone="warning" title={t('refused', { count: refused.length })}>
          {refused.slice(0, 5).join(', ')}
        </Banner>
      )}
      {missingFiles.length > 0 && (
        <Banner tone="warning" title={t('missing', { count: missingFiles.length })}>
          {missingFiles.slice(0, 5).join(', ')}
        </Banner>
      )}
    </>
  )
}

function ImportList({
  imports,
  onUndo,
}: {
  readonly imports: readonly ArchiveImport[]
  readonly onUndo: (id: string) => Promise<void>
}) {
  const t = useTexts('imports')
  const common = useTexts('common')
  const language = useLanguage()
  const [undoing, setUndoing] = useState<{ readonly id: string; readonly name: string }>()
  if (imports.length === 0) return null
  return (
    <>
      <ul className={styles['imports']} aria-label={t('imports')}>
        {imports.map(({ id, source, conversations, createdAt }) => {
          const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
            new Date(createdAt),
          )
          const name = `${t(`sources.${source}`)}, ${day}`
          return (
            <li key={id}>
              <span>
                {name} · {t('imported', { count: conversations })}
              </span>
              <IconButton icon={Undo2} label={t('undo', { name })} onClick={() => setUndoing({ id, name })} />
            </li>
          )
        })}
      </ul>
      {undoing && (
        <ConfirmDialog
          title={t('undo', { name: undoing.name })}
          text={t('undoText')}
          action={t('undoAction')}
          cancelLabel={common('cancel')}
          closeLabel={common('close')}
          onClose={() => setUndoing(undefined)}
          onConfirm={() => onUndo(undoing.id)}
        />
      )}
    </>
  )
}

function useImports(api: Api) {
  const [items, setItems] = useState<readonly ArchiveImport[]>([])
  const load = useCallback(
    () =>
      api.json<typeof listImports>('GET', '/imports').then(
        (list) => setItems(list.items),
        () => undefined,
      ),
    [api],
  )
  useEffect(() => void load(), [load])
  return { items, load }
}
