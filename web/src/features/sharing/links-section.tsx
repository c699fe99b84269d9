import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { LinkManager } from './link-manager.tsx'
import styles from './sharing.module.css'

/** All links of the user that still open. */
export function LinksSection({ api }: { readonly api: Api }) {
  const t = useTexts('sharing')
  return (
    <section className={styles['section']}>
      <h3>{t('links.list')}</h3>
      <LinkManager api={api} />
    </section>
  )
}
