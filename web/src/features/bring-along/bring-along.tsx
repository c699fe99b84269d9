import type { ArchiveImport, listImports, undoImport } from '@vee/contract/http/imports'
import { Undo2, Upload } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { type Api, ApiError } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { bringAlong, BringError, type ArchiveLook, lookInto, type Outcome } from './bring.ts'
import styles from './bring-along.module.css'

/** Conversations that are listed at once; the search finds the others. */
const LISTED_MAX = 100

type Stage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'looking' | 'bringing'; readonly share: number; readonly abort: AbortController }
  | { readonly kind: 'choosing'; readonly look: ArchiveLook }
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly reason: BringError['reason'] | 'full' | 'offline' }

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
    setStage({ kind, share: 0, abort })
    const onProgress = (share: number) =>
      setStage((before) => ('abort' in before && before.abort === abort ? { ...before, share } : before))
    try {
      setStage(await work({ onProgress, signal: abort.signal }))
    } catch (error) {
      setStage(abort.signal.aborted ? { kind: 'idle' } : { kind: 'failed', reason: reasonOf(error) })
    }
  }
  const look = (archive: File | undefined) =>
    archive &&
    void attempt('looking', async (options) => ({ kind: 'choosing', look: await lookInto(archive, options) }))
  const bring = (chosen: ArchiveLook, ids: ReadonlySet<string>) =>
    void attempt('bringing', async (options) => {
      try {
        return { kind: 'done', outcome: await bringAlong(api, chosen, ids, options) }
      } finally {
        onChanged()
        void imports.load()
      }
    })
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
          <ProgressBar label={t(stage.kind)} value={stage.share} />
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
      {stage.kind === 'choosing' && <Choice look={stage.look} onBring={(ids) => bring(stage.look, ids)} />}
      {stage.kind === 'done' && <Result outcome={stage.outcome} />}
      {stage.kind === 'failed' && <Banner tone="error" title={t(`failures.${stage.reason}`)} />}
      <ImportList imports={imports.items} onUndo={undo} />
    </section>
  )
}

interface WorkOptions {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

function reasonOf(error: unknown): Extract<Stage, { kind: 'failed' }>['reason'] {
  if (error instanceof BringError) return error.reason
  return error instanceof ApiError && error.code === 'STORAGE_FULL' ? 'full' : 'offline'
}

interface ChoiceProps {
  readonly look: ArchiveLook
  readonly onBring: (sourceIds: ReadonlySet<string>) => void
}

/** What an archive contains, from when, and which of it comes in. */
function Choice({ look, onBring }: ChoiceProps) {
  const t = useTexts('bring')
  const language = useLanguage()
  const { conversations, unreadable } = look
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [q, setQ] = useState('')
  const dayOf = (time: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(time))
  const matching = conversations.filter(({ title }) => title.toLowerCase().includes(q.trim().toLowerCase()))
  const chosen = conversations.filter(({ sourceId }) => !left.has(sourceId))
  const isAll = matching.every(({ sourceId }) => !left.has(sourceId))
  function set(ids: readonly string[], isChosen: boolean): void {
    const next = new Set(left)
    for (const id of ids) {
      if (isChosen) next.delete(id)
      else next.add(id)
    }
    setLeft(next)
  }
  const newest = conversations[0]
  const oldest = conversations.at(-1)
  return (
    <div className={styles['parts']}>
      <p role="status">
        {t('found', {
          count: conversations.length,
          source: t(`sources.${look.source}`),
          from: dayOf(oldest?.createdAt ?? ''),
          to: dayOf(newest?.createdAt ?? ''),
        })}{' '}
        {t('files', { count: conversations.reduce((sum, { files }) => sum + files, 0) })}
      </p>
      {unreadable.length > 0 && (
        <Banner tone="warning" title={t('unreadable', { count: unreadable.length })}>
          {unreadable.slice(0, 5).join(', ')}
        </Banner>
      )}
      <TextField label={t('search')} type="search" value={q} onChange={(event) => setQ(event.target.value)} />
      <Checkbox
        label={t('all', { count: matching.length })}
        isChecked={isAll}
        onChange={(isChosen) =>
          set(
            matching.map(({ sourceId }) => sourceId),
            isChosen,
          )
        }
      />
      <ul className={styles['list']} aria-label={t('list')}>
        {matching.slice(0, LISTED_MAX).map(({ sourceId, title, createdAt, messages }) => (
          <li key={sourceId}>
            <Checkbox
              label={`${title || t('untitled')} · ${dayOf(createdAt)} · ${t('messages', { count: messages })}`}
              isChecked={!left.has(sourceId)}
              onChange={(isChosen) => set([sourceId], isChosen)}
            />
          </li>
        ))}
      </ul>
      {matching.length > LISTED_MAX && (
        <p className={styles['note']}>{t('more', { count: matching.length - LISTED_MAX })}</p>
      )}
      <div>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          onClick={() => onBring(new Set(chosen.map(({ sourceId }) => sourceId)))}
        >
          {t('bring', { count: chosen.length })}
        </Button>
      </div>
    </div>
  )
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
