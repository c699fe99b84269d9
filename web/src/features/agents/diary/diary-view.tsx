import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { useIndexedStore } from '#lib/storage/use-indexed-store.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import type { Diary } from './diary-store.ts'
import { OpenDiary } from './open-diary.tsx'
import { Unlock } from './passphrase-form.tsx'
import { useDiary } from './use-diary.ts'

/** The diary, whose entries are stored only in this browser. */
export function DiaryView(props: AgentViewProps) {
  const t = useTexts('diary')
  const status = useIndexedStore(props.owner)
  if (status.kind === 'unknown') {
    return (
      <Banner
        tone="error"
        title={t('ownerUnknown')}
        actions={<Button onClick={status.retry}>{t('retry')}</Button>}
      />
    )
  }
  return status.kind === 'open' ? <DiaryOnShelf {...props} indexedStore={status.indexedStore} /> : <Spinner />
}

function DiaryOnShelf({ indexedStore, ...props }: AgentViewProps & { readonly indexedStore: IndexedStore }) {
  return <KnownDiary {...props} diary={useDiary(indexedStore)} />
}

function KnownDiary({ diary, ...props }: AgentViewProps & { readonly diary: Diary }) {
  const t = useTexts('diary')
  const state = useStore(diary.state)
  switch (state.kind) {
    case 'opening':
      return <Spinner />
    case 'locked':
      return <Unlock isWrong={state.isWrong} onUnlock={(passphrase) => diary.unlock(passphrase)} />
    case 'failed':
      return (
        <Banner
          tone="error"
          title={t(`failure.${state.failure}`)}
          actions={<Button onClick={() => void diary.load()}>{t('retry')}</Button>}
        />
      )
    case 'open':
      return <OpenDiary {...props} diary={diary} state={state} />
  }
}
