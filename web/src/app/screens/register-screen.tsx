import type { Locale } from '@vee/contract/entities/locale'
import { useTexts } from '#i18n/index.ts'
import { classNames } from '#ui/class-names.ts'
import { Link } from '../shell/link.tsx'
import styles from './page.module.css'

const STEPS = [
  ['register', 'account'],
  ['register-plan', 'plan'],
  ['register-payment', 'payment'],
  ['register-success', 'success'],
] as const

interface RegisterScreenProps {
  readonly step: (typeof STEPS)[number][0]
  readonly locale: Locale
}

/** The four steps of a registration, on a server that keeps no accounts: says so, and what can be done instead. */
export function RegisterScreen({ step, locale }: RegisterScreenProps) {
  const t = useTexts('pages')
  const shell = useTexts('shell')
  return (
    <div className={styles['page']}>
      <ol className={styles['steps']} aria-label={t('register.steps')}>
        {STEPS.map(([id, name]) => (
          <li
            key={id}
            className={classNames(styles['step'], id === step && styles['current'])}
            aria-current={id === step ? 'step' : undefined}
          >
            {t(`register.${name}`)}
          </li>
        ))}
      </ol>
      <h1>{shell(`titles.${step}`)}</h1>
      <p className={styles['lead']}>{t('register.none')}</p>
      <p className={styles['text']}>{t('register.instead')}</p>
      <div className={styles['actions']}>
        <Link to={`/${locale}`} className={styles['action']}>
          {t('talk')}
        </Link>
        <Link to={`/${locale}/login`} className={styles['action']}>
          {shell('login')}
        </Link>
      </div>
    </div>
  )
}
