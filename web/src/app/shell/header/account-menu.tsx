import type { Locale } from '@vee/contract/entities/locale'
import { ChevronDown, User } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { MenuButton } from '#ui/controls/menu-button.tsx'
import { goTo } from '../../navigation.ts'
import styles from './header.module.css'

interface AccountMenuProps {
  readonly locale: Locale
  readonly onLogOut: () => void
}

/** The menu of a signed-in user. */
export function AccountMenu({ locale, onLogOut }: AccountMenuProps) {
  const t = useTexts('shell')
  const settings = `/${locale}/settings`
  return (
    <MenuButton
      label={t('account')}
      align="end"
      renderOpener={(opener) => (
        <button {...opener} type="button" className={styles['account']} aria-label={t('account')}>
          <Icon of={User} />
          <Icon of={ChevronDown} size="s" />
        </button>
      )}
      groups={[
        {
          items: [
            { id: 'settings', label: t('titles.settings'), href: settings, onSelect: () => goTo(settings) },
          ],
        },
        { items: [{ id: 'log-out', label: t('logOut'), onSelect: onLogOut }] },
      ]}
    />
  )
}
