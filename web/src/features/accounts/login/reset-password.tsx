import { isPasswordGood } from '@vee/contract/entities/accounts/credentials'
import type { postResetPassword } from '@vee/contract/http/accounts/auth'
import type { ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { PasswordField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import styles from './login.module.css'
import { useLoginFailureText } from './use-failure-text.ts'

interface ResetPasswordProps {
  readonly api: Api
  /** of the link in the mail; valid once, for an hour */
  readonly token: string
  readonly onDone: () => void
  /** the link to the login form, where another mail can be requested */
  readonly toLogin: ReactNode
}

/** The target of the link in the mail: sets a new password. */
export function ResetPassword({ api, token, onDone, toLogin }: ResetPasswordProps) {
  const t = useTexts('login')
  const failureText = useLoginFailureText()
  const { form, isSending, errorOf } = useForm<'password'>(async (typed) => {
    const password = typed('password')
    if (!isPasswordGood(password)) return { field: 'password', text: t('reset.hint') }
    try {
      await api.json<typeof postResetPassword>('POST', '/auth/reset-password', { body: { token, password } })
      onDone()
      return undefined
    } catch (error) {
      // The password was already validated here: the server rejected the link.
      const isOldLink = error instanceof ApiError && error.code === 'VALIDATION'
      return { field: 'password', text: isOldLink ? t('reset.tooOld') : failureText(error) }
    }
  })
  const error = errorOf('password')

  return (
    <form {...form} className={styles['form']}>
      <p className={styles['text']}>{t('reset.text')}</p>
      <PasswordField
        label={t('reset.password')}
        name="password"
        hint={error === undefined && t('reset.hint')}
        error={error}
        isNew
      />
      <Button type="submit" variant="primary" isLoading={isSending}>
        {t('reset.submit')}
      </Button>
      <p className={styles['row']}>{toLogin}</p>
    </form>
  )
}
