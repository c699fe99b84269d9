import type { ReactNode } from 'react'
import type { AnswerState } from '#lib/http/use-answer.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './teams.module.css'
import { useTeamFailureText } from './use-failure-text.ts'

interface AnswerProps<T> {
  readonly answer: AnswerState<T>
  readonly children: (value: T) => ReactNode
}

/** Shows loaded team data, or the error. */
export function AsyncContent<T>({ answer, children }: AnswerProps<T>) {
  const failureText = useTeamFailureText()
  if (answer.status === 'loading') return <Skeleton lines={5} />
  if (answer.status === 'ready') return children(answer.value)
  return (
    <p role="alert" className={styles['hint']}>
      {failureText(answer.error)}
    </p>
  )
}
