import {
  type createMemoryNote,
  type deleteMemoryNote,
  type listMemoryNotes,
  type MemoryNote,
  MAX_NOTE_LENGTH,
  type patchMemoryNote,
} from '@vee/contract/http/memory'
import { Check, Pencil, Pin, PinOff, Trash2, X } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { isComposing } from '#lib/is-composing.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { type ShowUndo, useDelayedDeletion } from '#ui/feedback/use-delayed-deletion.tsx'
import { MemoryImport } from './memory-import.tsx'
import styles from './settings.module.css'

/** Notes beyond which they can be searched. */
const FEW_NOTES = 8

type NoteChange = Partial<Pick<MemoryNote, 'text' | 'pinned'>> & { readonly state?: 'accepted' | 'rejected' }

interface MemorySectionProps {
  readonly api: Api
  readonly isSignedIn: boolean
  readonly showUndo: ShowUndo
}

/** What agents remember of a member: decide about proposals, write, search, edit, pin and delete. */
export function MemorySection({ api, isSignedIn, showUndo }: MemorySectionProps) {
  const t = useTexts('settings')
  const common = useTexts('common')
  const { notes, hasFailed, write, change, forget, fail, add } = useNotes(api, isSignedIn)
  const { hiddenIds, remove } = useDelayedDeletion({ showUndo, undoLabel: common('undo'), onFailed: fail })
  const [q, setQ] = useState('')
  const shown = (notes ?? []).filter(
    ({ id, text }) => !hiddenIds.has(id) && text.toLowerCase().includes(q.trim().toLowerCase()),
  )
  const actions: NoteActions = {
    onChange: change,
    onForget: (id) => remove({ id, title: t('memory.deleted'), send: () => forget(id) }),
  }

  return (
    <>
      <p className={styles['text']}>{t('memory.text')}</p>
      {!isSignedIn && <p className={styles['text']}>{t('memory.members')}</p>}
      {hasFailed && <p role="alert">{t('memory.failed')}</p>}
      <NoteList
        title={t('memory.proposals')}
        notes={shown.filter(({ state }) => state === 'proposed')}
        {...actions}
      />
      {notes && notes.length > FEW_NOTES && (
        <TextField
          label={t('memory.search')}
          type="search"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      )}
      {notes?.every(({ id }) => hiddenIds.has(id)) === true && (
        <p className={styles['text']}>{t('memory.none')}</p>
      )}
      <NoteList notes={shown.filter(({ state }) => state === 'accepted')} {...actions} />
      {notes && <NoteForm label={t('memory.new')} submitLabel={t('memory.add')} onSubmit={write} />}
      {notes && <MemoryImport api={api} onImported={add} />}
    </>
  )
}

function useNotes(api: Api, isSignedIn: boolean) {
  const [notes, setNotes] = useState<readonly MemoryNote[]>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!isSignedIn) return undefined
    const abort = new AbortController()
    api.json<typeof listMemoryNotes>('GET', '/memory-notes', { signal: abort.signal }).then(
      ({ items }) => setNotes(items),
      () => abort.signal.aborted || setHasFailed(true),
    )
    return () => abort.abort()
  }, [api, isSignedIn])

  async function apply(
    work: () => Promise<(now: readonly MemoryNote[]) => readonly MemoryNote[]>,
  ): Promise<boolean> {
    try {
      const update = await work()
      setHasFailed(false)
      setNotes((now) => now && update(now))
      return true
    } catch {
      setHasFailed(true)
      return false
    }
  }
  const write = (text: string) =>
    apply(async () => {
      const note = await api.json<typeof createMemoryNote>('POST', '/memory-notes', { body: { text } })
      return (now) => [note, ...now.filter(({ id }) => id !== note.id)]
    })
  const change = (id: string, body: NoteChange) =>
    apply(async () => {
      const note = await api.json<typeof patchMemoryNote>('PATCH', '/memory-notes/{id}', {
        params: { id },
        body,
      })
      return (now) =>
        now.flatMap((each) => (each.id === id ? (note.state === 'rejected' ? [] : [note]) : [each]))
    })
  const forget = async (id: string) => {
    await api.send<typeof deleteMemoryNote>('DELETE', '/memory-notes/{id}', { params: { id } })
    setNotes((now) => now?.filter((note) => note.id !== id))
  }
  const add = (newNotes: readonly MemoryNote[]) =>
    setNotes((now = []) => [...newNotes.filter(({ id }) => !now.some((note) => note.id === id)), ...now])
  return { notes, hasFailed, write, change, forget, fail: () => setHasFailed(true), add }
}

interface NoteActions {
  /** resolves with false if it failed */
  readonly onChange: (id: string, change: NoteChange) => Promise<boolean>
  readonly onForget: (id: string) => void
}

interface NoteListProps extends NoteActions {
  readonly title?: string
  readonly notes: readonly MemoryNote[]
}

function NoteList({ title, notes, ...actions }: NoteListProps) {
  if (notes.length === 0) return null
  const sorted = notes.toSorted((left, right) => Number(right.pinned) - Number(left.pinned))
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      <ul className={styles['notes']} aria-label={title}>
        {sorted.map((note) => (
          <li key={note.id}>
            <NoteRow note={note} {...actions} />
          </li>
        ))}
      </ul>
    </>
  )
}

function NoteRow({ note, onChange, onForget }: NoteActions & { readonly note: MemoryNote }) {
  const t = useTexts('settings')
  const [isEditing, setEditing] = useState(false)
  const { id, text, quote, state, pinned } = note
  if (isEditing)
    return (
      <NoteEditor
        label={t('memory.edit', { note: text })}
        text={text}
        submitLabel={t('memory.save')}
        onSubmit={async (edited) => {
          const isKept = edited === text || (await onChange(id, { text: edited }))
          if (isKept) setEditing(false)
          return isKept
        }}
      />
    )
  return (
    <>
      <span dir="auto">
        {text}
        {quote !== null && <small className={styles['quote']}>{t('memory.quote', { quote })}</small>}
      </span>
      <span className={styles['noteActions']}>
        {state === 'proposed' ? (
          <ProposalButtons note={note} onChange={onChange} />
        ) : (
          <>
            <IconButton
              icon={pinned ? PinOff : Pin}
              label={t('memory.pin', { note: text })}
              isPressed={pinned}
              size="compact"
              onClick={() => void onChange(id, { pinned: !pinned })}
            />
            <IconButton
              icon={Pencil}
              label={t('memory.edit', { note: text })}
              size="compact"
              onClick={() => setEditing(true)}
            />
            <IconButton
              icon={Trash2}
              label={t('memory.delete', { note: text })}
              size="compact"
              onClick={() => onForget(id)}
            />
          </>
        )}
      </span>
    </>
  )
}

function ProposalButtons({
  note: { id, text },
  onChange,
}: Pick<NoteActions, 'onChange'> & { readonly note: MemoryNote }) {
  const t = useTexts('settings')
  return (
    <>
      <IconButton
        icon={Check}
        label={t('memory.acceptNote', { note: text })}
        size="compact"
        onClick={() => void onChange(id, { state: 'accepted' })}
      />
      <IconButton
        icon={X}
        label={t('memory.rejectNote', { note: text })}
        size="compact"
        onClick={() => void onChange(id, { state: 'rejected' })}
      />
    </>
  )
}

interface NoteFormProps {
  readonly label: string
  readonly submitLabel: string
  /** resolves with false if it failed: the text stays */
  readonly onSubmit: (text: string) => Promise<boolean>
}

function NoteForm({ label, submitLabel, onSubmit }: NoteFormProps) {
  const { draft, setDraft, submit } = useDraft('', onSubmit)
  return (
    <form className={styles['noteForm']} onSubmit={(event) => void submit(event)}>
      <TextField
        label={label}
        value={draft}
        maxLength={MAX_NOTE_LENGTH}
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button type="submit">{submitLabel}</Button>
    </form>
  )
}

/** Shows the whole note while it is edited, also on a phone. Enter saves it: a note is one line. */
function NoteEditor({ label, text, submitLabel, onSubmit }: NoteFormProps & { readonly text: string }) {
  const { draft, setDraft, submit } = useDraft(text, onSubmit)
  return (
    <form className={styles['noteEditor']} onSubmit={(event) => void submit(event)}>
      <TextArea
        label={label}
        isLabelHidden
        rows={3}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was just pressed
        autoFocus
        value={draft}
        maxLength={MAX_NOTE_LENGTH}
        onChange={(event) => setDraft(event.target.value.replaceAll('\n', ' '))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event.nativeEvent)) void submit(event)
        }}
      />
      <Button type="submit">{submitLabel}</Button>
    </form>
  )
}

function useDraft(text: string, onSubmit: NoteFormProps['onSubmit']) {
  const [draft, setDraft] = useState(text)
  async function submit(event: Pick<FormEvent, 'preventDefault'>): Promise<void> {
    event.preventDefault()
    if (draft.trim() === '' || !(await onSubmit(draft.trim()))) return
    setDraft((now) => (now === draft ? '' : now))
  }
  return { draft, setDraft, submit }
}
