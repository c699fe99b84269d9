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
import { bringAlong, BringError, type ArchiveLook, knownOf, lookInto, type Outcome } from './bring.ts'
import { Choice } from './choice.tsx'
import { isOwnArchive } from './own-archive.ts'
import { OwnArchive, Restored } from './own-archive-view.tsx'
import { ProjectDocuments } from './project-documents.tsx'
import { Proposals } from './proposals.tsx'
import styles from './bring-along.module.css'

type Stage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'looking' | 'bringing'; readonly fraction: number; readonly abort: AbortController }
  | { readonly kind: 'choosing'; readonly look: ArchiveLook; readonly known: ReadonlySet<string> }
  | { readonly kind: 'done'; readonly outcome: Outcome; readonly look: ArchiveLook }
  | { readonly kind: 'own-archive'; readonly archive: File }
  | { readonly kind: 'restoring'; readonly abort: AbortController }
  | { readonly kind: 'restored'; readonly restored: ArchiveRestored }
  | { readonly kind: 'failed'; readonly reason: BringError['reason'] | 'full' | 'offline' | 'refused' }

/** Brings conversations of other programs into the account: look, choose, bring, undo. */
export function BringAlong({ api, onChanged }: { readonly api: Api; readonly onChanged: () => void }) {
  const t = useTexts('bring')
  const chooser = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>({ kind: 'idle' })
  const imports = useImports(api)

  async function attempt(
    kind: 'looking' | 'bringing',
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
  const look = (archive: File | undefined) =>
    archive &&
    void attempt('looking', async (options) => {
      if (await isOwnArchive(archive)) return { kind: 'own-archive', archive }
      const archiveLook = await lookInto(archive, options)
      return { kind: 'choosing', look: archiveLook, known: await knownOf(api, archiveLook) }
    })
  const bring = (chosen: ArchiveLook, ids: ReadonlySet<string>) =>
    void attempt('bringing', async (options) => {
      try {
        return { kind: 'done', outcome: await bringAlong(api, chosen, ids, options), look: chosen }
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
        look(event.dataTransfer.files[0])
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
            onChoose={([file]) => look(file)}
          />
        </div>
      )}
      {stage.kind === 'choosing' && (
        <>
          <Choice look={stage.look} known={stage.known} onBring={(ids) => bring(stage.look, ids)} />
          <ProjectDocuments api={api} {...stage.look} onAdded={onChanged} />
          <Proposals api={api} proposals={stage.look.agents} />
        </>
      )}
      {stage.kind === 'done' && (
        <>
          <Result outcome={stage.outcome} />
          <ProjectDocuments api={api} {...stage.look} onAdded={onChanged} />
          <Proposals api={api} proposals={stage.look.agents} />
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
  if (error instanceof BringError) return error.reason
  return error instanceof ApiError && error.code === 'STORAGE_FULL' ? 'full' : 'offline'
}

/** An archive that this server does not take is not one of other programs. */
function reasonOfArchive(error: unknown): Extract<Stage, { kind: 'failed' }>['reason'] {
  if (!(error instanceof ApiError)) return 'offline'
  if (error.code === 'VALIDATION' || error.code === 'UNSUPPORTED_MEDIA') return 'refused'
  return error.code === 'TOO_LARGE' ? 'too-large' : reasonOf(error)
}

function Result({ outcome: { addedMessages, refused, missingFiles } }: { readonly outcome: Outcome }) {
  const t = useTexts('bring')
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
  const t = useTexts('bring')
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
                {name} · {t('brought', { count: conversations })}
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
