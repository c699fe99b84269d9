import type { ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useCheckoutStatus } from '#lib/costs/checkout-status.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import styles from './register.module.css'

interface SuccessStepProps {
  readonly api: Api
  readonly email: string
  /** the completed checkout; undefined if nothing was to be paid */
  readonly checkoutId: string | undefined
  readonly onPayAgain: () => void
  /** the link into the app */
  readonly start: ReactNode
}

/** Step 4. A plan is active when the server confirms the payment, not because the browser returned. */
export function SuccessStep({ api, email, checkoutId, onPayAgain, start }: SuccessStepProps) {
  const t = useTexts('register')
  const checkout = useCheckoutStatus(api, checkoutId)
  return (
    <>
      <p className={styles['text']}>{t('success.text', { email })}</p>
      <div role="status" className={styles['status']}>
        {checkout?.status === 'pending' && (
          <p className={styles['row']}>
            <Spinner />
            <span>{t(checkout.isSlow ? 'success.slow' : 'success.pending')}</span>
          </p>
        )}
        {checkout?.status === 'complete' && (
          <Banner tone="success" title={t('success.paid')} isAnnounced={false} />
        )}
      </div>
      {(checkout?.status === 'expired' || checkout?.status === 'failed') && (
        <Banner
          tone="warning"
          title={t('success.notPaid')}
          actions={<Button onClick={onPayAgain}>{t('success.payAgain')}</Button>}
        >
          {t('success.notPaidText')}
        </Banner>
      )}
      {start}
    </>
  )
}
