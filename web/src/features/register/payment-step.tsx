import type { PlanId } from '@vee/contract/entities/user'
import { useTexts } from '#i18n/index.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import styles from './register.module.css'

interface PaymentStepProps {
  readonly planId: PlanId | undefined
  readonly onFree: () => void
  readonly onBack: () => void
}

/** Step 3 on a server without a payment provider: says so, and lets people go on with Free (decision A058). */
export function PaymentStep({ planId, onFree, onBack }: PaymentStepProps) {
  const t = useTexts('register')
  const title = t(planId === 'organization' ? 'payment.contact' : 'payment.placeholder')
  return (
    <>
      <Banner tone="info" title={title} isAnnounced={false}>
        {t('payment.text')}
      </Banner>
      <div className={styles['row']}>
        <Button variant="primary" onClick={onFree}>
          {t('payment.free')}
        </Button>
        <Button onClick={onBack}>{t('payment.back')}</Button>
      </div>
    </>
  )
}
