import { useTexts } from '#i18n/index.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './register.module.css'
import type { RegistrationStep } from './steps.ts'

interface StepListProps {
  readonly current: RegistrationStep
  /** the steps of this registration: a free plan has no payment */
  readonly steps: readonly RegistrationStep[]
  /** undefined if going back is not possible: after the last step */
  readonly onBack: ((step: RegistrationStep) => void) | undefined
}

/** Shows the progress of the registration; earlier steps are buttons. */
export function StepList({ current, steps, onBack }: StepListProps) {
  const t = useTexts('register')
  return (
    <ol className={styles['steps']} aria-label={t('steps.label')}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classNames(styles['step'], step === current && styles['current'])}
          aria-current={step === current ? 'step' : undefined}
        >
          {onBack && index < steps.indexOf(current) ? (
            <button
              type="button"
              className={styles['back']}
              aria-label={t('steps.back', { step: t(`steps.${step}`) })}
              onClick={() => onBack(step)}
            >
              {t(`steps.${step}`)}
            </button>
          ) : (
            t(`steps.${step}`)
          )}
        </li>
      ))}
    </ol>
  )
}
