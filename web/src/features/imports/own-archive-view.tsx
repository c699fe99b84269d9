import type { ArchiveKind, ArchiveRestored } from '@vee/contract/http/accounts/archive'
import { ArchiveRestore } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import styles from './imports.module.css'

/** An archive of Vee was chosen: all of it comes in, or nothing. */
export function OwnArchive({ onRestore }: { readonly onRestore: () => void }) {
  const t = useTexts('imports')
  return (
    <div className={styles['parts']}>
      <p role="status">{t('ownArchive')}</p>
      <div>
        <Button variant="primary" icon={ArchiveRestore} onClick={onRestore}>
          {t('restore')}
        </Button>
      </div>
    </div>
  )
}

/** What an archive has brought, by kind. */
export function Restored({ restored }: { readonly restored: ArchiveRestored }) {
  const t = useTexts('imports')
  const { added, refused, refusedCount, agentsWithoutTools } = restored
  const kinds = (Object.keys(added) as ArchiveKind[]).filter((kind) => added[kind] > 0)
  return (
    <>
      <Banner tone="success" title={t(kinds.length > 0 ? 'restored' : 'nothingNew')}>
        {kinds.map((kind) => t(`kinds.${kind}`, { count: added[kind] })).join(' · ')}
      </Banner>
      {refusedCount > 0 && (
        <Banner tone="warning" title={t('refused', { count: refusedCount })}>
          {refused
            .slice(0, 5)
            .map(({ name }) => name || t('untitled'))
            .join(', ')}
        </Banner>
      )}
      {agentsWithoutTools.length > 0 && (
        <Banner tone="info" title={t('withoutTools')}>
          {agentsWithoutTools.join(', ')}
        </Banner>
      )}
    </>
  )
}
