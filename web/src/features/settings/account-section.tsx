import { LogOut } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/button.tsx'
import styles from './settings.module.css'

export function AccountSection({ onLogOut }: { readonly onLogOut: () => void }) {
  const t = useTexts('settings')
  return (
    <>
      <p className={styles['text']}>{t('account.text')}</p>
      <div className={styles['actions']}>
        <Button icon={LogOut} onClick={onLogOut}>
          {t('account.logOut')}
        </Button>
      </div>
    </>
  )
}
