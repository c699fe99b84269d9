import { Search } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { useIndexedStore } from '#lib/storage/use-indexed-store.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ListPane, type ListPaneProps } from '#ui/display/list-pane.tsx'
import { PaneRow, PaneRows } from '#ui/display/pane-row.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import styles from './diary.module.css'
import type { DiaryState } from './diary-store.ts'
import { dateOf, findEntries, titleOf, type DiaryEntry } from './entry.ts'
import { Unlock } from './passphrase-form.tsx'
import { useDiary } from './use-diary.ts'

interface DiaryPaneProps
  extends Pick<AgentViewProps, 'owner'>, Pick<ListPaneProps, 'closeLabel' | 'onClose' | 'kinds'> {
  readonly onOpen: (id: string) => void
}

/** The entries of the diary in the list next to the page. */
export function DiaryPane(props: DiaryPaneProps) {
  const t = useTexts('diary')
  const status = useIndexedStore(props.owner)
  if (status.kind === 'open') return <OnShelf {...props} indexedStore={status.indexedStore} />
  return (
    <ListPane {...props} title={t('back')}>
      {status.kind === 'opening' ? (
        <Spinner />
      ) : (
        <Banner
          tone="error"
          title={t('ownerUnknown')}
          actions={<Button onClick={status.retry}>{t('retry')}</Button>}
        />
      )}
    </ListPane>
  )
}

function OnShelf({
  indexedStore,
  onOpen,
  ...frame
}: DiaryPaneProps & { readonly indexedStore: IndexedStore }) {
  const t = useTexts('diary')
  const diary = useDiary(indexedStore)
  const state = useStore(diary.state)
  const [words, setWords] = useState('')
  return (
    <ListPane
      {...frame}
      title={t('back')}
      search={
        state.kind === 'open' &&
        state.entries.length > 0 && (
          <TextField
            label={t('search')}
            type="search"
            icon={Search}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )
      }
    >
      {state.kind === 'opening' && <Spinner />}
      {state.kind === 'locked' && (
        <Unlock isWrong={state.isWrong} onUnlock={(passphrase) => diary.unlock(passphrase)} />
      )}
      {state.kind === 'failed' && <Banner tone="error" title={t(`failure.${state.failure}`)} />}
      {state.kind === 'open' && <Found state={state} words={words} onOpen={onOpen} />}
    </ListPane>
  )
}

interface FoundProps extends Pick<DiaryPaneProps, 'onOpen'> {
  readonly state: Extract<DiaryState, { kind: 'open' }>
  readonly words: string
}

function Found({ state, words, onOpen }: FoundProps) {
  const t = useTexts('diary')
  const date = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium' })
  const matches = findEntries(state.entries, { words })
  if (matches.length === 0) return <p className={styles['note']}>{t(words === '' ? 'noneYet' : 'none')}</p>
  return (
    <PaneRows label={t('list')}>
      {matches.map((entry) => (
        <PaneRow
          key={entry.id}
          title={titleOf(entry) || t('untitled')}
          meta={[date.format(dateOf(entry.day)), ...moodAndTags(entry, t)].join(' · ')}
          onOpen={() => onOpen(entry.id)}
        />
      ))}
    </PaneRows>
  )
}

const moodAndTags = (
  { mood, tags }: DiaryEntry,
  t: ReturnType<typeof useTexts<'diary'>>,
): readonly string[] => (mood === '' ? tags : [t(`moods.${mood}`), ...tags])
