import { useId, useState, type ReactNode } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { isVisitorLimitNear, isBudgetLow, useAllowance } from '#lib/costs/allowance.ts'
import { readOwnKeys } from '#lib/costs/own-keys.ts'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import styles from './usage.module.css'

/** Shows a visitor's remaining replies, with a link to the login. */
function VisitorNote() {
  const t = useTexts('usage')
  const language = useLanguage()
  const visitorLimit = useAllowance((allowance) =>
    isVisitorLimitNear(allowance) ? allowance.visitorLimit : undefined,
  )
  if (!visitorLimit) return null
  const { limit, remaining, resetsAt } = visitorLimit
  const [left, total] = [remaining ?? 0, limit ?? 0]
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(resetsAt ?? 0))
  const text = t(left === 0 ? 'demo.over' : 'demo.left', { left, total, time })
  return (
    <div className={styles['note']} role="status">
      <ProgressBar
        label={t('demo.label')}
        value={total === 0 ? 1 : 1 - left / total}
        valueText={`${left} / ${total}`}
        tone={left === 0 ? 'error' : 'warning'}
      />
      <p>
        {text} <a href={`/${language}/login`}>{t('demo.signIn')}</a>
      </p>
    </div>
  )
}

interface HairlineProps {
  readonly bar: ReactNode
  readonly text: ReactNode
}

/** A thin bar whose words are shown at a press; assistive technology announces them at once. */
function Hairline({ bar, text }: HairlineProps) {
  const t = useTexts('usage')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles['hairline']}>
      <button
        type="button"
        className={styles['line']}
        aria-label={t('meter.label')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {bar}
      </button>
      <div id={id} role="status">
        {isOpen ? <p>{text}</p> : <VisuallyHidden>{text}</VisuallyHidden>}
      </div>
    </div>
  )
}

/** Shows the remaining allowance when it is low: a thin bar while some is left, otherwise one sentence with the consequences. */
export function AllowanceNote() {
  const t = useTexts('usage')
  const language = useLanguage()
  const budget = useAllowance((allowance) => allowance.budget)
  if (!budget || !isBudgetLow(budget)) return <VisitorNote />
  const { usedTokens, totalTokens, remainingTokens, resetsAt } = budget
  const count = new Intl.NumberFormat(language)
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(resetsAt))
  const isOver = remainingTokens === 0 && budget.step !== 'own-key'
  const hasKey = Object.keys(readOwnKeys()).length > 0
  // A shared pool may be used up while the user's own allowance is not, which needs no key.
  const missing = remainingTokens === 0 ? 'own-key-missing' : 'warning'
  const step = budget.step === 'own-key' && !hasKey ? missing : (budget.step ?? 'warning')
  const bar = (
    <ProgressBar
      label={t('meter.label')}
      value={usedTokens / totalTokens}
      valueText={t('meter.left', { left: count.format(remainingTokens), total: count.format(totalTokens) })}
      tone={isOver ? 'error' : 'warning'}
    />
  )
  const text = t(isOver ? 'step.stop' : `step.${step}`, {
    percent: new Intl.NumberFormat(language, { style: 'percent' }).format(usedTokens / totalTokens),
    time,
  })
  if (remainingTokens > 0) return <Hairline bar={bar} text={text} />
  return (
    <div className={styles['note']} role="status">
      {bar}
      <p>{text}</p>
    </div>
  )
}
