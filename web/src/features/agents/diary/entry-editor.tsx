import { Check, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { AgentViewProps, ViewTalk } from '#lib/agent-view.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/display/badge.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import styles from './diary.module.css'
import type { Diary, SaveOutcome } from './diary-store.ts'
import { AddPictures, EntryPictures } from './entry-pictures.tsx'
import { DIARY_MOODS, tagsOf, type DiaryEntry, type DiaryPicture } from './entry.ts'
import { suggest } from './suggest.ts'
import { hold, unsaved } from './unsaved.ts'

/** Maximum delay of saving after a key press in ms, also during continuous typing. */
const SAVE_AFTER_MS = 300

type Saving = 'untouched' | 'pending' | 'saved' | 'copied' | 'failed'

interface EntryEditorProps extends Pick<AgentViewProps, 'prepareImage'> {
  readonly diary: Diary
  readonly entry: DiaryEntry
  /** as stored; undefined for a new one */
  readonly before: DiaryEntry | undefined
  readonly others: readonly DiaryEntry[]
  readonly takeDictation: ViewTalk['takeDictation']
  /** `id` is the entry's, or that of its copy; undefined if nothing was written */
  readonly onDone: (id: string | undefined) => void
}

/** Saves the entry while it is edited, and once more on unmount. Saves are sequential. */
function useSaving(diary: Diary, first: DiaryEntry, stored: DiaryEntry | undefined) {
  const [entry, setEntry] = useState(first)
  const [saving, setSaving] = useState<Saving>('untouched')
  const now = useRef(first)
  const before = useRef(stored)
  const isDirty = useRef(unsaved.getState().now?.entry === first)
  const queue = useRef<Promise<void>>(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function settle(written: DiaryEntry, outcome: SaveOutcome): void {
    if (outcome === 'full' || outcome === 'unavailable' || outcome === 'locked') {
      isDirty.current = true
      setSaving('failed')
      return
    }
    const id = typeof outcome === 'object' ? outcome.savedAs : written.id
    before.current = { ...written, id }
    now.current = { ...now.current, id }
    hold(isDirty.current ? { entry: now.current, before: before.current } : undefined, diary.book)
    setSaving(typeof outcome === 'object' ? 'copied' : 'saved')
  }

  /** Resolves with whether everything was stored. */
  async function save(): Promise<boolean> {
    clearTimeout(timer.current)
    timer.current = undefined
    if (isDirty.current) {
      isDirty.current = false
      queue.current = queue.current.then(async () => {
        const written = { ...now.current, changedAt: new Date().toISOString() }
        settle(written, await diary.save(written, before.current))
      })
    }
    await queue.current
    return !isDirty.current
  }

  function change(fields: Partial<DiaryEntry>): void {
    now.current = { ...now.current, ...fields }
    isDirty.current = true
    hold({ entry: now.current, before: before.current }, diary.book)
    setEntry(now.current)
    setSaving((current) => (current === 'failed' || current === 'copied' ? current : 'pending'))
    timer.current ??= setTimeout(() => void save(), SAVE_AFTER_MS)
  }

  useSavedOnLeaving(save)
  return { entry, saving, change, save, now }
}

/** Saves when the editor or the page closes, and at the beginning. */
function useSavedOnLeaving(save: () => Promise<boolean>): void {
  const saveNow = useLatest(save)
  useEffect(() => {
    const keep = () => void saveNow.current()
    const ways = ['beforeunload', 'pagehide', 'visibilitychange']
    for (const way of ways) globalThis.addEventListener(way, keep)
    // Retries what the previous editor could not store.
    keep()
    return () => {
      for (const way of ways) globalThis.removeEventListener(way, keep)
      keep()
    }
  }, [saveNow])
}

interface DictationTarget {
  readonly now: RefObject<DiaryEntry>
  readonly write: RefObject<(fields: Partial<DiaryEntry>) => void>
}

/** Appends dictated text to the entry. */
function useDictation(takeDictation: ViewTalk['takeDictation'], { now, write }: DictationTarget): void {
  useEffect(
    () =>
      takeDictation((text) => {
        const { text: written } = now.current
        write.current({ text: written === '' || /\s$/.test(written) ? written + text : `${written} ${text}` })
      }),
    [takeDictation, now, write],
  )
}

/** Returns a reference to the value of the last render, for callbacks that outlive a render. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** The text of an entry with its pictures; saved while it is edited. */
export function EntryEditor({
  diary,
  entry: first,
  before,
  others,
  takeDictation,
  prepareImage,
  onDone,
}: EntryEditorProps) {
  const t = useTexts('diary')
  const { entry, saving, change, save, now } = useSaving(diary, first, before)
  const [tagText, setTagText] = useState(first.tags.join(', '))
  const write = useLatest(change)
  useDictation(takeDictation, { now, write })

  async function finish(): Promise<void> {
    if (!(await save())) return
    const { id, text, pictures = [] } = now.current
    onDone(text.trim() === '' && pictures.length === 0 && !before ? undefined : id)
  }

  // The entry may change while a picture is prepared.
  const changePictures = (edit: PicturesEdit) => change({ pictures: edit(now.current.pictures ?? []) })

  function setTags(text: string): void {
    setTagText(text)
    change({ tags: tagsOf(text) })
  }

  return (
    <div className={styles['editor']}>
      <TextArea
        label={t('text')}
        hint={t('textHint')}
        rows={10}
        value={entry.text}
        dir="auto"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens the editor came to write
        autoFocus
        onChange={(event) => change({ text: event.target.value })}
      />
      <p className={styles['note']}>{t('heard')}</p>
      <EditedPictures diary={diary} entry={entry} prepareImage={prepareImage} onChange={changePictures} />
      <SuggestionRow
        entry={entry}
        others={others}
        onMood={(mood) => change({ mood })}
        onTag={(tag) => setTags([...entry.tags, tag].join(', '))}
      />
      <DayAndMood entry={entry} onChange={change} />
      <TextField
        label={t('tags')}
        hint={t('tagsHint')}
        value={tagText}
        onChange={(event) => setTags(event.target.value)}
      />
      <EditorFooter saving={saving} onDone={() => void finish()} />
    </div>
  )
}

interface EditorFooterProps {
  readonly saving: Saving
  readonly onDone: () => void
}

/** Ends the editor, and states whether everything is saved. */
function EditorFooter({ saving, onDone }: EditorFooterProps) {
  const t = useTexts('diary')
  return (
    <>
      {saving === 'copied' && <Banner tone="warning" title={t('savedAsCopy')} />}
      <div className={styles['actions']}>
        <Button variant="primary" icon={Check} onClick={onDone}>
          {t('done')}
        </Button>
        <output className={styles['note']}>
          {saving === 'pending' && t('saving')}
          {(saving === 'saved' || saving === 'copied') && t('saved')}
        </output>
      </div>
    </>
  )
}

type PicturesEdit = (pictures: readonly DiaryPicture[]) => readonly DiaryPicture[]

interface EditedPicturesProps extends Pick<EntryEditorProps, 'diary' | 'entry' | 'prepareImage'> {
  readonly onChange: (edit: PicturesEdit) => void
}

/** The pictures of an entry, which can be added and removed. */
function EditedPictures({ diary, entry, prepareImage, onChange }: EditedPicturesProps) {
  return (
    <>
      <EntryPictures
        diary={diary}
        pictures={entry.pictures ?? []}
        onRemove={(id) => onChange((pictures) => pictures.filter((each) => each.id !== id))}
      />
      {prepareImage && (
        <AddPictures
          diary={diary}
          count={entry.pictures?.length ?? 0}
          prepareImage={prepareImage}
          onAdd={(picture) => onChange((pictures) => [...pictures, picture])}
        />
      )}
    </>
  )
}

interface DayAndMoodProps {
  readonly entry: DiaryEntry
  readonly onChange: (fields: Partial<DiaryEntry>) => void
}

function DayAndMood({ entry, onChange }: DayAndMoodProps) {
  const t = useTexts('diary')
  return (
    <div className={styles['fields']}>
      <TextField
        label={t('day')}
        type="date"
        value={entry.day}
        onChange={(event) => event.target.value !== '' && onChange({ day: event.target.value })}
      />
      <Select
        label={t('mood')}
        value={entry.mood}
        options={[
          { value: '', label: t('moods.none') },
          ...DIARY_MOODS.map((mood) => ({ value: mood, label: t(`moods.${mood}`) })),
        ]}
        onChange={(value) => onChange({ mood: DIARY_MOODS.find((mood) => mood === value) ?? '' })}
      />
    </div>
  )
}

interface SuggestionRowProps {
  readonly entry: DiaryEntry
  readonly others: readonly DiaryEntry[]
  readonly onMood: (mood: DiaryEntry['mood']) => void
  readonly onTag: (tag: string) => void
}

function SuggestionRow({ entry, others, onMood, onTag }: SuggestionRowProps) {
  const t = useTexts('diary')
  const language = useLanguage()
  const { tags, mood } = suggest(entry, others, language)
  const suggestedMood = entry.mood === '' ? mood : undefined
  if (tags.length === 0 && !suggestedMood) return null
  return (
    <div className={styles['suggestions']} role="group" aria-label={t('suggested')}>
      <span className={styles['note']}>{t('suggested')}</span>
      {suggestedMood && (
        <Chip onClick={() => onMood(suggestedMood)}>
          {t('setMood', { mood: t(`moods.${suggestedMood}`) })}
        </Chip>
      )}
      {tags.map((tag) => (
        <Chip key={tag} icon={Plus} aria-label={t('addTag', { tag })} onClick={() => onTag(tag)}>
          {tag}
        </Chip>
      ))}
    </div>
  )
}
