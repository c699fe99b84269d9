import type { Locale } from '@vee/contract/entities/locale'
import type { ReactNode } from 'react'
import { readToken } from '#lib/auth-token.ts'
import { useTexts } from '#i18n/index.ts'
import { useAddress } from '../navigation.ts'
import styles from './header.module.css'
import { Link } from './link.tsx'
import { Logo } from './logo.tsx'

interface HeaderProps {
  readonly locale: Locale
  readonly lead?: ReactNode
  readonly tools?: ReactNode
}

export function Header({ locale, lead, tools }: HeaderProps) {
  const t = useTexts('shell')
  const { pathname } = useAddress()
  const isSignedIn = readToken() !== undefined
  const home = isSignedIn ? `/${locale}/pro` : `/${locale}`
  return (
    <header className={styles['header']}>
      <Link
        to={home}
        className={styles['logo']}
        aria-label={t('home')}
        onClick={() => {
          if (pathname.replace(/\/$/, '') === home) globalThis.location.reload()
        }}
      >
        <Logo />
        <span className={styles['name']} aria-hidden="true">
          Vee
        </span>
      </Link>
      {lead}
      <span className={styles['gap']} />
      {tools}
      {!isSignedIn && (
        <Link to={`/${locale}/login`} className={styles['login']}>
          {t('titles.login')}
        </Link>
      )}
    </header>
  )
}
