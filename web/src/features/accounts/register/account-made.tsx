import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './register.module.css'

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
