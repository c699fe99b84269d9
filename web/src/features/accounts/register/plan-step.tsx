import { useId, useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import styles from './register.module.css'

interface PlanStepProps {
  /** the address of the account, which step 1 created */
  readonly email: string
  readonly hasChosen: boolean
  readonly onContinue: () => void
  /** the plans, with a choice */
  readonly children: ReactNode
}

interface FreeStepProps {
  /** the address of the account, which step 1 created */
  readonly email: string
  readonly onContinue: () => void
}

/** Step 2 on a server without prices: one press. */
export function FreeStep({ email, onContinue }: FreeStepProps) {
  const t = useTexts('register')
  return (
    <div className={styles['plan']}>
      <p className={styles['text']}>{t('account.ready', { email })}</p>
      <p className={styles['text']}>{t('plan.freeText')}</p>
      <Button variant="primary" onClick={onContinue}>
        {t('plan.startFree')}
      </Button>
    </div>
  )
}

/** Step 2: the choice of a plan. */
export function PlanStep({ email, hasChosen, onContinue, children }: PlanStepProps) {
  const t = useTexts('register')
  const errorId = useId()
  const [wasPressed, setPressed] = useState(false)
  const error = wasPressed && !hasChosen ? t('plan.missing') : undefined

  function goOn(): void {
    setPressed(true)
    if (hasChosen) onContinue()
  }

  return (
    <div className={styles['plan']}>
      <p className={styles['text']}>{t('account.ready', { email })}</p>
      {children}
      <FieldError id={errorId} text={error} />
      <Button variant="primary" onClick={goOn} aria-describedby={errorId}>
        {t('continue')}
      </Button>
    </div>
  )
}
