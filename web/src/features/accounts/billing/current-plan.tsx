import type { User } from '@vee/contract/entities/accounts/user'
import type { Plan } from '@vee/contract/http/plans'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import styles from './billing.module.css'

interface CurrentPlanProps {
  readonly user: User
  readonly plans: readonly Plan[]
}

/** Shows the plan, its status, and what happens next. */
export function CurrentPlan({ user, plans }: CurrentPlanProps) {
  const t = useTexts('billing')
  const language = useLanguage()
  const { planId, subscription } = user
  const { status, renewsAt } = subscription
  const name = plans.find(({ id }) => id === planId)?.name ?? planId
  const date =
    renewsAt === null
      ? undefined
      : new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(renewsAt))
  const isFree = planId === 'free'
  return (
    <>
      <p className={styles['plan']}>
        <span>{t('current', { plan: name })}</span>
        {!isFree && status === 'active' && <Badge tone="success">{t('status.active')}</Badge>}
        {!isFree && status === 'canceled' && <Badge>{t('status.canceled')}</Badge>}
        {status === 'past_due' && <Badge tone="warning">{t('status.pastDue')}</Badge>}
        {!isFree && status === 'none' && <Badge tone="warning">{t('status.unpaid')}</Badge>}
      </p>
      {isFree && <p className={styles['text']}>{t(status === 'canceled' ? 'ended' : 'free')}</p>}
      {!isFree && status === 'active' && date !== undefined && (
        <p className={styles['text']}>{t('renews', { date })}</p>
      )}
      {!isFree && status === 'canceled' && date !== undefined && (
        <p className={styles['text']}>{t('lasts', { date })}</p>
      )}
      {status === 'past_due' && (
        <Banner tone="warning" title={t('pastDue')} isAnnounced={false}>
          {t('pastDueText', { plan: name })}
        </Banner>
      )}
      {!isFree && status === 'none' && <p className={styles['text']}>{t('unpaid', { plan: name })}</p>}
    </>
  )
}
