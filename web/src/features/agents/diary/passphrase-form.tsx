import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { PasswordField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import styles from './diary.module.css'

const MIN_PASSPHRASE_LENGTH = 8

interface NewPassphraseProps {
  readonly onChosen: (passphrase: string) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for a new passphrase twice, because a typo could not be recovered from. */
export function NewPassphrase({ onChosen, onCancel }: NewPassphraseProps) {
  const t = useTexts('diary')
  const { form, isSending, errorOf } = useForm<'passphrase' | 'again'>(async (typed) => {
    const passphrase = typed('passphrase')
    if (passphrase.length < MIN_PASSPHRASE_LENGTH) return { field: 'passphrase', text: t('tooShort') }
    if (typed('again') !== passphrase) return { field: 'again', text: t('differs') }
    await onChosen(passphrase)
    return undefined
  })
  return (
    <form {...form} className={styles['form']}>
      <p>{t('encryptText')}</p>
      <PasswordField label={t('passphrase')} name="passphrase" error={errorOf('passphrase')} isNew />
      <PasswordField label={t('passphraseAgain')} name="again" error={errorOf('again')} isNew />
      <div className={styles['actions']}>
        <Button variant="primary" type="submit" isLoading={isSending}>
          {t('encrypt')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

interface UnlockProps {
  readonly isWrong: boolean
  readonly onUnlock: (passphrase: string) => Promise<void>
}

export function Unlock({ isWrong, onUnlock }: UnlockProps) {
  const t = useTexts('diary')
  const { form, isSending } = useForm<'passphrase'>(async (typed) => {
    await onUnlock(typed('passphrase'))
    return undefined
  })
  return (
    <form {...form} className={styles['form']}>
      <h3 className={styles['date']}>{t('locked')}</h3>
      <PasswordField
        label={t('passphrase')}
        name="passphrase"
        error={isWrong && !isSending ? t('wrong') : undefined}
      />
      <div className={styles['actions']}>
        <Button variant="primary" type="submit" isLoading={isSending}>
          {t('unlock')}
        </Button>
      </div>
    </form>
  )
}
