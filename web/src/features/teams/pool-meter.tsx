import type { Organization } from '@vee/contract/entities/teams/organization'
import { AFTER_POOL } from '@vee/contract/entities/teams/organization-limits'
import type { updateOrganization } from '@vee/contract/http/teams/organizations'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { allowanceResetTime } from '#lib/costs/allowance-reset.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { Select } from '#ui/controls/select.tsx'
import { useTeamActions } from './team-actions.ts'
import styles from './teams.module.css'

/** The used fraction from which the warning is shown. */
const NEARLY_USED_SHARE = 0.8

/** Shows what is left of today's pool, with a warning. */
export function PoolMeter({ organization }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const language = useLanguage()
  const { total, used, remaining } = organization.usage.primary
  if (total === 0) return <p className={styles['hint']}>{t('pool.none')}</p>
  const figure = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const fraction = Math.min(1, used / total)
  const level = fraction >= 1 ? 'full' : fraction >= NEARLY_USED_SHARE ? 'near' : 'fine'
  const words = t('pool.used', { used: figure.format(used), total: figure.format(total) })
  return (
    <div className={styles['meter']}>
      <p className={styles['figures']}>
        <strong>{t('pool.title')}</strong>
        <span>{words}</span>
      </p>
      <ProgressBar
        label={t('pool.title')}
        value={fraction}
        valueText={words}
        tone={level === 'full' ? 'error' : level === 'near' ? 'warning' : 'accent'}
      />
      {level === 'near' && (
        <Banner
          tone="warning"
          title={t('pool.near', { percent: percent.format(Math.floor(fraction * 100) / 100) })}
        >
          {t('pool.left', { remaining: figure.format(remaining), time: allowanceResetTime(language) })}
        </Banner>
      )}
      {level === 'full' && (
        <Banner tone="error" title={t('pool.full')}>
          {t(`pool.after.${organization.afterPool}`, { time: allowanceResetTime(language) })}
        </Banner>
      )}
      {organization.role === 'admin' && <AfterPool organization={organization} />}
    </div>
  )
}

function AfterPool({ organization: { id, afterPool } }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const { api, runAction } = useTeamActions()
  const [isSaving, setSaving] = useState(false)

  async function choose(value: string): Promise<void> {
    const choice = AFTER_POOL.find((option) => option === value)
    if (!choice) return
    setSaving(true)
    await runAction({ done: t('pool.saved'), failed: t('pool.notSaved') }, () =>
      api.json<typeof updateOrganization>('PATCH', '/organizations/{id}', {
        params: { id },
        body: { afterPool: choice },
      }),
    )
    setSaving(false)
  }
  return (
    <div className={styles['choice']}>
      <Select
        label={t('pool.whenUsedUp')}
        value={afterPool}
        disabled={isSaving}
        options={AFTER_POOL.map((value) => ({ value, label: t(`pool.choices.${value}`) }))}
        onChange={(value) => void choose(value)}
      />
    </div>
  )
}
