import { Lightbulb } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import styles from './tool-steps.module.css'

interface ReasoningProps {
  readonly text: string
  /** the reply has not begun yet */
  readonly isRunning: boolean
}

/** Shows what the model reasons, folded: it is long, and not part of the reply. */
export function Reasoning({ text, isRunning }: ReasoningProps) {
  const t = useTexts('tools')
  return (
    <details className={styles['step']}>
      <summary>
        {isRunning ? <Spinner /> : <Icon of={Lightbulb} size="s" />}
        <span>{t(isRunning ? 'reasoning.running' : 'reasoning.ended')}</span>
      </summary>
      <div className={styles['reasoning']} dir="auto">
        {text}
      </div>
    </details>
  )
}
