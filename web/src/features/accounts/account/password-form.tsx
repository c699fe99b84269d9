import { isPasswordGood } from '@vee/contract/entities/accounts/credentials'
import type { postChangePassword } from '@vee/contract/http/accounts/auth'
import { useRef } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { PasswordField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import styles from './account.module.css'
import type { ShowNotice } from './show-notice.ts'

interface PasswordFormProps {
  readonly api: Api
  readonly showNotice: ShowNotice
}

/** Changes the password; all other sessions are revoked. */
export function PasswordForm({ api, showNotice }: PasswordFormProps) {
  const t = useTexts('account')
  const errors = useTexts('errors')
  const element = useRef<HTMLFormElement>(null)
  const { form, isSending, errorOf } = useForm<'currentPassword' | 'password'>(async (typed) => {
    const body = { currentPassword: typed('currentPassword'), password: typed('password') }
    if (!isPasswordGood(body.password)) return { field: 'password', text: t('passwordWeak') }
    try {
      await api.json<typeof postChangePassword>('POST', '/auth/change-password', { body })
      element.current?.reset()
      showNotice({ type: 'success', title: t('passwordChanged') })
      return undefined
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'GENERIC'
      // The new password was already validated here: the server rejected the current one.
      return { field: 'currentPassword', text: code === 'VALIDATION' ? t('passwordWrong') : errors(code) }
    }
  })
  return (
    <section className={styles['part']} aria-labelledby="account-password">
      <h3 id="account-password">{t('password')}</h3>
      <form {...form} ref={element} className={styles['form']}>
        <PasswordField
          label={t('currentPassword')}
          name="currentPassword"
          error={errorOf('currentPassword')}
        />
        <PasswordField
          label={t('newPassword')}
          name="password"
          hint={t('passwordHint')}
          error={errorOf('password')}
          isNew
        />
        <Button type="submit" isLoading={isSending}>
          {t('changePassword')}
        </Button>
      </form>
    </section>
  )
}
