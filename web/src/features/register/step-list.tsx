import { useTexts } from '#i18n/index.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './register.module.css'
import { STEPS, type Step } from './steps.ts'

/** How far the registration is. */
export function StepList({ current }: { readonly current: Step }) {
  const t = useTexts('register')
  return (
    <ol className={styles['steps']} aria-label={t('steps.label')}>
      {STEPS.map((step) => (
        <li
          key={step}
          className={classNames(styles['step'], step === current && styles['current'])}
          aria-current={step === current ? 'step' : undefined}
        >
          {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}
