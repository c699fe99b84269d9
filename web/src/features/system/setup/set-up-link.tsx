import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { readSetUpRole } from './may-set-up.ts'

interface SetUpLinkProps {
  readonly api: Api
  readonly className: string | undefined
  readonly onOpen: () => void
}

/** Opens setup, for those who can do it; empty for others. */
export function SetUpLink({ api, className, onOpen }: SetUpLinkProps) {
  const t = useTexts('shell')
  const { answer } = useAnswer('set-up-role', (signal) => readSetUpRole(api, signal))
  if (answer.status !== 'ready' || answer.value === undefined) return null
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={onOpen}>
      {t('setUp')}
    </button>
  )
}
