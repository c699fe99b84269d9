import { useCallback } from 'react'
import { useTexts } from '#i18n/index.ts'
import { dataOwner } from '#lib/storage/data-owner.ts'
import { useRuntime } from '../runtime-context.ts'
import { MeetingsPanel } from './talk/meetings-panel.tsx'
import styles from './page.module.css'

/** The target of the link to a meeting. */
export function MeetingScreen({ id }: { readonly id: string }) {
  const t = useTexts('panel')
  const { api } = useRuntime()
  const owner = useCallback(() => dataOwner(api), [api])
  return (
    <div className={styles['wide']}>
      <h1>{t('titles.meetings')}</h1>
      <MeetingsPanel key={id} api={api} owner={owner} requestedRecord={{ id, opening: 0 }} />
    </div>
  )
}
