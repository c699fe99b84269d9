import type { postGlobalLogin } from '@vee/contract/http/accounts/auth'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { keepToken } from '#lib/http/auth-token.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { PasswordField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import styles from './login.module.css'
import { useLoginFailureText } from './use-failure-text.ts'

interface GlobalAccessProps {
  readonly api: Api
  readonly onSignedIn: (userId: string) => void
}

/** Sign-in with the passphrase shared by the host, folded because few people have one. */
export function GlobalAccess({ api, onSignedIn }: GlobalAccessProps) {
  const t = useTexts('login')
  const failureText = useLoginFailureText()
  const [remember, setRemember] = useState(false)
  const { form, isSending, errorOf } = useForm<'password'>(async (typed) => {
    const password = typed('password')
    if (password === '') return { field: 'password', text: t('global.required') }
    try {
      const { token, user } = await api.json<typeof postGlobalLogin>('POST', '/auth/global', {
        body: { password, remember },
      })
      keepToken(token, remember)
      onSignedIn(user.id)
      return undefined
    } catch (error) {
      return { field: 'password', text: failureText(error) }
    }
  })

  return (
    <section className={styles['form']} aria-labelledby="global-access">
      <h2 id="global-access">{t('global.title')}</h2>
      <details className={styles['shared']}>
        <summary>{t('global.open')}</summary>
        <form {...form} className={styles['form']}>
          <PasswordField label={t('global.password')} name="password" error={errorOf('password')} />
          <Checkbox label={t('remember')} isChecked={remember} onChange={setRemember} />
          <Button type="submit" variant="primary" isLoading={isSending}>
            {t('global.submit')}
          </Button>
        </form>
      </details>
    </section>
  )
}
