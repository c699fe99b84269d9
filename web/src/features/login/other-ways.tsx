import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import styles from './login.module.css'

/** Sign-in by somebody else's accounts. The option is shown also where the host has not set it up, and says so when pressed. */
export function OtherWays() {
  const t = useTexts('login')
  const errors = useTexts('errors')
  const [wasPressed, setPressed] = useState(false)
  return (
    <div className={styles['other']}>
      <p className={styles['or']}>{t('other.or')}</p>
      <Button isWide onClick={() => setPressed(true)}>
        {t('other.supabase')}
      </Button>
      {wasPressed && <Banner tone="error" title={errors('AUTH_PROVIDER_UNCONFIGURED')} />}
    </div>
  )
}
