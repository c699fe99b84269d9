import type { ProviderTrouble } from '@vee/contract/entities/model-endpoint'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import styles from './host.module.css'

/** Shows that replies of a provider fail, why, and since when. */
export function TroubleBadge({ trouble: { kind, since } }: { readonly trouble: ProviderTrouble }) {
  const t = useTexts('host')
  const time = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'short', timeStyle: 'short' })
  return (
    <>
      <Badge tone="error">{t('providers.failing')}</Badge>
      <span className={styles['hint']}>
        {t(`providers.trouble.${kind}`, { time: time.format(new Date(since)) })}
      </span>
    </>
  )
}
