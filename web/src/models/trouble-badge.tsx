import type { ProviderTrouble } from '@vee/contract/entities/model-endpoint'
import { KEY_WARNINGS } from '@vee/contract/entities/model-endpoint-limits'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import styles from './endpoints.module.css'

/** Shows that replies of a provider fail, or that its key soon will, why, and since when. */
export function TroubleBadge({ trouble: { kind, since } }: { readonly trouble: ProviderTrouble }) {
  const t = useTexts('host')
  const isWarning = KEY_WARNINGS.some((warning) => warning === kind)
  const time = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'short', timeStyle: 'short' })
  return (
    <>
      <Badge tone={isWarning ? 'warning' : 'error'}>
        {t(isWarning ? 'providers.warning' : 'providers.failing')}
      </Badge>
      <span className={styles['hint']}>
        {t(`providers.trouble.${kind}`, { time: time.format(new Date(since)) })}
      </span>
    </>
  )
}
