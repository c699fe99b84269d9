import { BookOpen, Download, FileUp, Lock, LockOpen, Pencil, Plus, Settings2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { readTextFile } from '#lib/files/read-text-file.ts'
import { replies, type AgentViewProps } from '#lib/agent-view.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { randomId } from '#lib/random-id.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { MenuButton, type MenuGroup } from '#ui/controls/menu-button.tsx'
import styles from './diary.module.css'
import type { Diary, DiaryState } from './diary-store.ts'
import { EntryEditor } from './entry-editor.tsx'
import { EntryList } from './entry-list.tsx'
import { EntryPage } from './entry-page.tsx'
import { localDayOf, type DiaryEntry } from './entry.ts'
import { canLock } from './lock.ts'
import { NewPassphrase } from './passphrase-form.tsx'
import { fromFile, toJson, toMarkdown } from './diary-file.ts'
import { heldFor, takeNote, unsaved } from './unsaved.ts'

type OpenView =
  | { readonly view: 'list' }
  | { readonly view: 'entry'; readonly id: string }
  | { readonly view: 'editor'; readonly entry: DiaryEntry; readonly before: DiaryEntry | undefined }
  | { readonly view: 'passphrase' }

async function exportJson(diary: Diary, entries: readonly DiaryEntry[]): Promise<void> {
  const json = await toJson(entries, (picture) => diary.picture(picture))
  downloadText('diary.json', json, 'application/json')
}

interface OpenDiaryProps extends AgentViewProps {
  readonly diary: Diary
  readonly state: Extract<DiaryState, { kind: 'open' }>
}

const viewOf = (wanted: AgentViewProps['requestedRecord']): OpenView =>
  wanted ? { view: 'entry', id: wanted.id } : { view: 'list' }

function newEntry(text = ''): DiaryEntry {
  const now = new Date()
  const time = now.toISOString()
  return { id: randomId(), day: localDayOf(now), text, tags: [], mood: '', createdAt: time, changedAt: time }
}

/** The unlocked diary: its list, one entry, or the editor. */
export function OpenDiary({ diary, state, talk, requestedRecord, Markdown, prepareImage }: OpenDiaryProps) {
  const { view, setView, draft } = useOpenView(diary, state, requestedRecord)
  const { entries, failure } = state
  const list = () => setView({ view: 'list' })
  const entry = view.view === 'entry' ? entries.find(({ id }) => id === view.id) : undefined

  return (
    <div className={styles['diary']}>
      {failure && (
        <FailureBanner
          diary={diary}
          failure={failure}
          entries={entries}
          draft={draft?.entry}
          onEdit={draft && view.view !== 'editor' ? () => setView({ view: 'editor', ...draft }) : undefined}
        />
      )}
      {view.view === 'passphrase' && <EncryptionForm diary={diary} onDone={list} />}
      {view.view === 'editor' && (
        <EntryEditor
          diary={diary}
          entry={view.entry}
          before={view.before}
          others={entries.filter(({ id }) => id !== view.entry.id)}
          takeDictation={talk.takeDictation}
          prepareImage={prepareImage}
          onDone={(id) => setView(id === undefined ? { view: 'list' } : { view: 'entry', id })}
        />
      )}
      {entry && (
        <EntryPage
          diary={diary}
          entry={entry}
          Markdown={Markdown}
          onBack={list}
          onEdit={() => setView({ view: 'editor', entry, before: entry })}
          onRemove={() => {
            list()
            void diary.remove(entry.id)
          }}
          onTalk={talk.ask}
        />
      )}
      {(view.view === 'list' || (view.view === 'entry' && !entry)) && (
        <List
          diary={diary}
          state={state}
          lastReply={replies(talk.messages).findLast(({ isRunning }) => !isRunning)?.text}
          onOpen={(id) => setView({ view: 'entry', id })}
          onWrite={(text) => setView({ view: 'editor', entry: newEntry(text), before: undefined })}
          onEncrypt={() => setView({ view: 'passphrase' })}
        />
      )}
    </div>
  )
}

/** The open view: the entry that was linked to last, the editor of unsaved words, or the list. */
function useOpenView(
  diary: Diary,
  { entries, failure }: OpenDiaryProps['state'],
  wanted: AgentViewProps['requestedRecord'],
) {
  const ownWords = heldFor(diary.book.owner)
  const draft = useStore(unsaved, ownWords)
  const [view, setView] = useState<OpenView>(() => {
    takeNote(diary.book, entries)
    const words = ownWords(unsaved.getState())
    return words ? { view: 'editor', ...words } : viewOf(wanted)
  })
  const [opened, setOpened] = useState(wanted)
  // Text is saved while typing; unsaved text is preserved.
  if (wanted !== opened) {
    setOpened(wanted)
    if (view.view !== 'editor' || !failure) setView(viewOf(wanted))
  }
  return { view, setView, draft }
}

/** Encrypts the diary with a new passphrase. */
function EncryptionForm({ diary, onDone }: { readonly diary: Diary; readonly onDone: () => void }) {
  return (
    <NewPassphrase
      onChosen={async (passphrase) => {
        await diary.encrypt(passphrase)
        onDone()
      }}
      onCancel={onDone}
    />
  )
}

interface FailureBannerProps {
  readonly diary: Diary
  readonly failure: NonNullable<OpenDiaryProps['state']['failure']>
  readonly entries: readonly DiaryEntry[]
  /** the entry that is not stored yet */
  readonly draft: DiaryEntry | undefined
  /** opens the editor of the draft; undefined if there is none, or it is open */
  readonly onEdit: (() => void) | undefined
}

/** States why entries are not stored, and offers them as a file. */
function FailureBanner({ diary, failure, entries, draft, onEdit }: FailureBannerProps) {
  const t = useTexts('diary')
  const all = draft ? [...entries.filter(({ id }) => id !== draft.id), draft] : entries
  return (
    <Banner
      tone="error"
      title={t('failureTitle')}
      actions={
        <>
          <Button icon={Download} onClick={() => void exportJson(diary, all)}>
            {t('exportJson')}
          </Button>
          {onEdit && (
            <Button icon={Pencil} onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
        </>
      }
    >
      {t(`failure.${failure}`)}
    </Banner>
  )
}

interface ListProps extends Pick<OpenDiaryProps, 'diary' | 'state'> {
  readonly lastReply: string | undefined
  readonly onOpen: (id: string) => void
  readonly onWrite: (text?: string) => void
  readonly onEncrypt: () => void
}

function List({ diary, state, lastReply, onOpen, onWrite, onEncrypt }: ListProps) {
  const t = useTexts('diary')
  const file = useRef<HTMLInputElement>(null)
  const [notice, setNotice] = useState('')
  const { entries } = state

  async function importFile(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    const imported = fromFile((await readTextFile(chosen)).text, new Date())
    setNotice(imported ? t('imported', { count: await diary.addAll(imported) }) : t('importFailed'))
  }

  return (
    <>
      {entries.length === 0 && (
        <div className={styles['nothing']}>
          <Icon of={BookOpen} size="l" />
          <p>{t('empty')}</p>
        </div>
      )}
      <div className={styles['actions']}>
        <Button variant="primary" icon={Plus} onClick={() => onWrite()}>
          {t('new')}
        </Button>
        <DiaryMenu diary={diary} state={state} onImport={() => file.current?.click()} onEncrypt={onEncrypt} />
        <FileChooser
          ref={file}
          label={t('import')}
          accept=".json,.md,.txt,application/json,text/markdown,text/plain"
          onChoose={([chosen]) => void importFile(chosen)}
        />
      </div>
      {lastReply !== undefined && (
        <Button variant="quiet" size="compact" onClick={() => onWrite(lastReply)}>
          {t('take')}
        </Button>
      )}
      <output className={styles['note']}>{notice}</output>
      {entries.length > 0 && <p className={styles['note']}>{t('empty')}</p>}
      <EntryList entries={entries} onOpen={onOpen} />
    </>
  )
}

interface DiaryMenuProps extends Pick<ListProps, 'diary' | 'state' | 'onEncrypt'> {
  readonly onImport: () => void
}

/** Exports, imports, encrypts and locks the diary. */
function DiaryMenu({ diary, state, onImport, onEncrypt }: DiaryMenuProps) {
  const t = useTexts('diary')
  const { entries, isEncrypted } = state
  const transfer: MenuGroup = {
    items: [
      {
        id: 'markdown',
        label: t('exportMarkdown'),
        icon: Download,
        isDisabled: entries.length === 0,
        onSelect: () => downloadText('diary.md', toMarkdown(entries), 'text/markdown'),
      },
      {
        id: 'json',
        label: t('exportJson'),
        icon: Download,
        isDisabled: entries.length === 0,
        onSelect: () => void exportJson(diary, entries),
      },
      { id: 'import', label: t('import'), icon: FileUp, onSelect: onImport },
    ],
  }
  const locking: MenuGroup = {
    items: isEncrypted
      ? [
          { id: 'lock', label: t('lock'), icon: Lock, onSelect: () => diary.lock() },
          { id: 'decrypt', label: t('decrypt'), icon: LockOpen, onSelect: () => void diary.decrypt() },
        ]
      : [
          {
            id: 'encrypt',
            label: t('encrypt'),
            icon: Lock,
            isDisabled: !canLock(),
            ...(canLock() ? {} : { hint: t('encryptMissing') }),
            onSelect: onEncrypt,
          },
        ],
  }
  return (
    <MenuButton
      label={t('more')}
      groups={[transfer, locking]}
      renderOpener={(opener) => (
        <Button {...opener} icon={Settings2}>
          {t('more')}
        </Button>
      )}
    />
  )
}
