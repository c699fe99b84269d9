import { isEmail, isPasswordGood, plainEmail } from '@vee/contract/entities/accounts/credentials'
import type { postRegister } from '@vee/contract/http/accounts/auth'
import { useState, type ReactNode } from 'react'
import { sentenceSeparator } from '#i18n/sentence-separator.ts'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { PasswordField, TextField } from '#ui/controls/text-field.tsx'
import { useForm, type Problem, type Typed } from '#ui/controls/use-form.ts'
import styles from './register.module.css'

type Field = 'email' | 'password' | 'acceptTerms'

interface AccountStepProps {
  readonly api: Api
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly onCreated: (account: { readonly email: string; readonly token: string }) => void
  readonly termsUrl: string
  /** the link to the login page */
  readonly logIn: ReactNode
}

/**
 * Step 1. It creates the account at its end, so that the password need not be stored for the following steps.
 */
export function AccountStep({ api, email, onEmail, onCreated, termsUrl, logIn }: AccountStepProps) {
  const t = useTexts('register')
  const errors = useTexts('errors')
  const [acceptTerms, setAccept] = useState(false)

  /** Returns the first missing or invalid field, in the server's order. */
  function check(typed: Typed<Field>): Problem<Field> | undefined {
    if (typed('email').trim() === '') return { field: 'email', text: t('account.missing') }
    if (typed('password') === '') return { field: 'password', text: t('account.missing') }
    if (!isEmail(plainEmail(typed('email')))) return { field: 'email', text: t('account.invalid') }
    if (!isPasswordGood(typed('password'))) return { field: 'password', text: t('account.hint') }
    return acceptTerms ? undefined : { field: 'acceptTerms', text: t('account.terms') }
  }

  const { form, isSending, errorOf } = useForm<Field>(async (typed) => {
    const problem = check(typed)
    if (problem) return problem
    const email = plainEmail(typed('email'))
    try {
      const { token } = await api.json<typeof postRegister>('POST', '/auth/register', {
        body: { email, password: typed('password'), acceptTerms },
      })
      onCreated({ email, token })
      return undefined
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'EMAIL_TAKEN'
      return { field: 'email', text: isTaken ? errors('EMAIL_TAKEN') : t('account.failed') }
    }
  })
  const passwordError = errorOf('password')

  return (
    <form {...form} className={styles['form']}>
      <TextField
        label={t('account.email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        onChange={(event) => onEmail(event.target.value)}
        error={errorOf('email')}
      />
      <PasswordField
        label={t('account.password')}
        name="password"
        hint={passwordError === undefined && t('account.hint')}
        error={passwordError}
        isNew
      />
      <Checkbox
        name="acceptTerms"
        label={
          <>
            {t('account.accept')}
            {sentenceSeparator(t('account.accept'))}
            <a href={termsUrl} target="_blank" rel="noopener">
              {t('account.readTerms')}
            </a>
          </>
        }
        isChecked={acceptTerms}
        onChange={setAccept}
        error={errorOf('acceptTerms')}
      />
      <Button type="submit" variant="primary" isLoading={isSending}>
        {t('continue')}
      </Button>
      <p className={styles['row']}>
        <span className={styles['text']}>{t('account.haveAccount')}</span>
        {logIn}
      </p>
    </form>
  )
}

interface AccountMadeProps {
  readonly email: string
  readonly onContinue: () => void
  readonly onAnother: () => void
}

/** Step 1 for a user who returns to it. */
export function AccountMade({ email, onContinue, onAnother }: AccountMadeProps) {
  const t = useTexts('register')
  return (
    <>
      <p className={styles['text']}>{t('account.ready', { email })}</p>
      <div className={styles['row']}>
        <Button variant="primary" onClick={onContinue}>
          {t('continue')}
        </Button>
        <Button onClick={onAnother}>{t('account.another')}</Button>
      </div>
    </>
  )
}
