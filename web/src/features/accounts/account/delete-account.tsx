import type { deleteAccount } from '@vee/contract/http/accounts/account'
import { LogIn, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { PasswordField, TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import styles from './account.module.css'

interface DeleteAccountProps {
  readonly api: Api
  /** starts another sign-in with the identity provider for users without a password; undefined otherwise */
  readonly signInAgain: (() => Promise<void>) | undefined
  readonly onDeleted: () => void
}

/**
 * Deletes the account after the address was typed, and ownership proven by the password or a recent sign-in.
 */
export function DeleteAccount({ api, signInAgain, onDeleted }: DeleteAccountProps) {
  const t = useTexts('account')
  const errors = useTexts('errors')
  const [isAsking, setAsking] = useState(false)
  const [isStale, setStale] = useState(false)
  const hasPassword = signInAgain === undefined
  const id = useId()
  const { form, isSending, errorOf } = useForm<'email' | 'password'>(async (typed) => {
    const body = { email: typed('email'), ...(hasPassword && { password: typed('password') }) }
    try {
      await api.json<typeof deleteAccount>('POST', '/account/delete', { body })
      onDeleted()
      return undefined
    } catch (error) {
      return problemOf(error)
    }
  })

  function problemOf(error: unknown): { readonly field: 'email' | 'password'; readonly text: string } {
    const code = error instanceof ApiError ? error.code : 'GENERIC'
    const details = error instanceof ApiError ? JSON.stringify(error.details ?? null) : ''
    if (code === 'VALIDATION') {
      return details.includes('"password"')
        ? { field: 'password', text: t('passwordWrong') }
        : { field: 'email', text: t('emailWrong') }
    }
    if (code === 'LAST_ADMIN') return { field: 'email', text: t('lastAdmin') }
    if (code === 'FORBIDDEN' && details.includes('"signInAgain"')) {
      setStale(true)
      return { field: 'email', text: t('signInFirst') }
    }
    return { field: 'email', text: code === 'FORBIDDEN' ? t('subscribed') : errors(code) }
  }

  return (
    <section className={styles['part']} aria-labelledby="account-delete">
      <h3 id="account-delete">{t('delete')}</h3>
      <p className={styles['text']}>{t('deleteText')}</p>
      <div className={styles['actions']}>
        <Button variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
          {t('delete')}
        </Button>
      </div>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('delete')}
        description={t('deleteText')}
        closeLabel={t('cancel')}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('cancel')}</Button>
            <Button type="submit" form={id} variant="danger" isLoading={isSending}>
              {t('deleteForGood')}
            </Button>
          </>
        }
      >
        <form {...form} id={id} className={styles['form']}>
          <TextField
            label={t('confirmEmail')}
            name="email"
            type="email"
            autoComplete="off"
            error={errorOf('email')}
          />
          {hasPassword && (
            <PasswordField label={t('currentPassword')} name="password" error={errorOf('password')} />
          )}
          {isStale && signInAgain && (
            <Button icon={LogIn} onClick={() => void signInAgain()}>
              {t('signInAgain')}
            </Button>
          )}
        </form>
      </Dialog>
    </section>
  )
}
