import { isEmail, plainEmail } from '@vee/contract/entities/accounts/credentials'
import type { postForgotPassword } from '@vee/contract/http/accounts/auth'
import { useId, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import styles from './login.module.css'
import { useLoginFailureText } from './use-failure-text.ts'

interface ForgotPasswordProps {
  readonly api: Api
  /** initial value of the field */
  readonly email: string
  readonly isOpen: boolean
  /** URL for contacting the host of this server */
  readonly contactUrl: string | undefined
  readonly onClose: () => void
}

/** Requests a link for resetting the password. The response is the same whether the account exists or not. */
export function ForgotPassword({ api, email, isOpen, contactUrl, onClose }: ForgotPasswordProps) {
  const t = useTexts('login')
  const common = useTexts('common')
  const failureText = useLoginFailureText()
  const formId = useId()
  const [outcome, setOutcome] = useState<'forgot.sent' | 'forgot.noMail'>()
  const { form, isSending, errorOf } = useForm<'email'>(async (typed) => {
    const address = plainEmail(typed('email'))
    if (!isEmail(address)) return { field: 'email', text: t('forgot.invalid') }
    try {
      const { canSendMail } = await api.json<typeof postForgotPassword>('POST', '/auth/forgot-password', {
        body: { email: address },
      })
      setOutcome(canSendMail ? 'forgot.sent' : 'forgot.noMail')
      return undefined
    } catch (error) {
      return { field: 'email', text: failureText(error) }
    }
  })

  function close(): void {
    setOutcome(undefined)
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('forgot.title')}
      closeLabel={common('close')}
      size="small"
      footer={
        outcome ? (
          <Button onClick={close}>{common('close')}</Button>
        ) : (
          <Button type="submit" form={formId} variant="primary" isLoading={isSending}>
            {t('forgot.submit')}
          </Button>
        )
      }
    >
      {outcome ? (
        <>
          <p role="status">{t(outcome)}</p>
          {outcome === 'forgot.noMail' && contactUrl !== undefined && (
            <p>
              <a href={contactUrl}>{t('forgot.contact')}</a>
            </p>
          )}
        </>
      ) : (
        <form {...form} id={formId} className={styles['form']}>
          <p className={styles['text']}>{t('forgot.text')}</p>
          <TextField
            label={t('personal.email')}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            error={errorOf('email')}
          />
        </form>
      )}
    </Dialog>
  )
}
