import type { postCheckout } from '@vee/contract/http/billing'
import type { EndpointResponse } from '@vee/contract/http/endpoint'
import type { Plan } from '@vee/contract/http/plans'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './register.module.css'

type Checkout = EndpointResponse<typeof postCheckout>

interface PaymentStepProps {
  readonly api: Api
  /** the chosen plan; undefined while loading, null if the server did not respond */
  readonly plan: Plan | undefined | null
  /** of the new account */
  readonly token: string
  /** true if the user returned from the payment provider without paying */
  readonly wasAbandoned: boolean
  /** URL for contacting the host of this server */
  readonly contactUrl: string | undefined
  /** Stores the checkout before navigating to it. */
  readonly onLeave: (checkout: Checkout) => void
  readonly onFree: () => void
  readonly onBack: () => void
}

type Failure = 'unavailable' | 'failed'

/**
 * Step 3: navigates to the payment provider's own page. Card data is never entered in Vee, so that it never
 * has to handle any.
 */
export function PaymentStep({ plan, wasAbandoned, contactUrl, onFree, onBack, ...rest }: PaymentStepProps) {
  const t = useTexts('register')
  const [failure, setFailure] = useState<Failure>()
  if (plan === undefined) return <Skeleton />
  const canPay = plan?.isForSale === true && failure !== 'unavailable'
  return (
    <>
      {canPay && wasAbandoned && failure === undefined && (
        <Banner tone="info" title={t('payment.abandoned')}>
          {t('payment.abandonedText')}
        </Banner>
      )}
      {failure === 'failed' && <Banner tone="error" title={t('payment.failed')} />}
      {canPay ? (
        <Price of={plan} />
      ) : (
        <Placeholder isOrganization={plan?.id === 'organization'} contactUrl={contactUrl} />
      )}
      <div className={styles['row']}>
        {canPay && <Pay plan={plan} {...rest} onFailure={setFailure} />}
        <Button variant={canPay ? 'secondary' : 'primary'} onClick={onFree}>
          {t('payment.free')}
        </Button>
        <Button onClick={onBack}>{t('payment.back')}</Button>
      </div>
    </>
  )
}

function Price({ of: { name, pricePerMonth } }: { readonly of: Plan }) {
  const t = useTexts('register')
  const language = useLanguage()
  const price = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return (
    <>
      <p className={styles['sum']}>
        {pricePerMonth === null ? name : t('payment.sum', { plan: name, price: price.format(pricePerMonth) })}
      </p>
      <p className={styles['text']}>{t('payment.how')}</p>
    </>
  )
}

interface PlaceholderProps extends Pick<PaymentStepProps, 'contactUrl'> {
  readonly isOrganization: boolean
}

function Placeholder({ isOrganization, contactUrl }: PlaceholderProps) {
  const t = useTexts('register')
  const title = t(isOrganization ? 'payment.contact' : 'payment.placeholder')
  return (
    <Banner tone="info" title={title} isAnnounced={false}>
      {t('payment.text')} {contactUrl !== undefined && <a href={contactUrl}>{t('payment.contactHost')}</a>}
    </Banner>
  )
}

interface PayProps extends Pick<PaymentStepProps, 'api' | 'token' | 'onLeave'> {
  readonly plan: Plan
  readonly onFailure: (failure: Failure | undefined) => void
}

function Pay({ api, plan, token, onLeave, onFailure }: PayProps) {
  const t = useTexts('register')
  const [isOpening, setOpening] = useState(false)

  async function pay(): Promise<void> {
    setOpening(true)
    onFailure(undefined)
    try {
      if (plan.id === 'free') return
      const body = { planId: plan.id, token }
      onLeave(await api.json<typeof postCheckout>('POST', '/billing/checkout', { body }))
    } catch (error) {
      const isUnavailable = error instanceof ApiError && error.code === 'BILLING_UNAVAILABLE'
      onFailure(isUnavailable ? 'unavailable' : 'failed')
      setOpening(false)
    }
  }

  return (
    <Button variant="primary" isLoading={isOpening} onClick={() => void pay()}>
      {t('payment.pay')}
    </Button>
  )
}
