import type { postLogin } from '@vee/contract/http/accounts/auth'
import { useRef, useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { keepToken } from '#lib/http/auth-token.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { PasswordField, TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { ForgotPassword } from './forgot-password.tsx'
import styles from './login.module.css'
import { OtherWays } from './other-ways.tsx'
import { useLoginFailureText } from './use-failure-text.ts'

interface PersonalAccountProps {
  readonly api: Api
  readonly onSignedIn: (userId: string) => void
  /** URL for contacting the host of this server */
  readonly contactUrl: string | undefined
  /** the link to registration */
  readonly signUp: ReactNode
}

/** Sign-in with email and password. */
export function PersonalAccount({ api, onSignedIn, contactUrl, signUp }: PersonalAccountProps) {
  const t = useTexts('login')
  const failureText = useLoginFailureText()
  const email = useRef<HTMLInputElement>(null)
  const [remember, setRemember] = useState(false)
  /** the address for the reset; undefined while the form is closed */
  const [forgotten, setForgotten] = useState<string>()
  const { form, isSending, errorOf } = useForm<'email' | 'password'>(async (typed) => {
    const body = { email: typed('email').trim(), password: typed('password'), remember }
    if (body.email === '') return { field: 'email', text: t('personal.required') }
    if (body.password === '') return { field: 'password', text: t('personal.required') }
    try {
      const { token, user } = await api.json<typeof postLogin>('POST', '/auth/login', { body })
      keepToken(token, remember)
      onSignedIn(user.id)
      return undefined
    } catch (error) {
      return { field: 'password', text: failureText(error) }
    }
  })

  return (
    <div className={styles['personal']}>
      <form {...form} className={styles['form']}>
        <h2>{t('personal.title')}</h2>
        <p className={styles['text']}>{t('personal.text')}</p>
        <TextField
          ref={email}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is a form, and its first field is what people came for
          autoFocus
          label={t('personal.email')}
          name="email"
          type="email"
          autoComplete="username"
          error={errorOf('email')}
        />
        <PasswordField label={t('personal.password')} name="password" error={errorOf('password')} />
        <div className={styles['row']}>
          <Checkbox label={t('remember')} isChecked={remember} onChange={setRemember} />
          <Button variant="quiet" onClick={() => setForgotten(email.current?.value ?? '')}>
            {t('personal.forgot')}
          </Button>
        </div>
        <Button type="submit" variant="primary" isLoading={isSending}>
          {t('personal.submit')}
        </Button>
        <p className={styles['signUp']}>
          <span className={styles['text']}>{t('personal.noAccount')}</span>
          {signUp}
        </p>
      </form>
      <OtherWays api={api} remember={remember} />
      <ForgotPassword
        api={api}
        email={forgotten ?? ''}
        isOpen={forgotten !== undefined}
        contactUrl={contactUrl}
        onClose={() => setForgotten(undefined)}
      />
    </div>
  )
}
