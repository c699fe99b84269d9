import { CircleCheck, CircleDashed, TriangleAlert, WifiOff, type LucideIcon } from 'lucide-react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/display/icon.tsx'
import styles from './service-badge.module.css'
import { isModelThere, type ServiceState, type ServiceStatus } from './service-status.ts'

const ICONS: Readonly<Record<ServiceState, LucideIcon>> = {
  online: CircleCheck,
  degraded: TriangleAlert,
  offline: WifiOff,
  checking: CircleDashed,
}

/** Shows the status of the server as icon, text and colour. */
export function ServiceBadge({ status }: { readonly status: ServiceStatus }) {
  const t = useTexts('shell')
  const { state, outcome } = useStore(status.store)
  const isModelMissing = state === 'degraded' && outcome?.kind === 'answered' && !isModelThere(outcome)
  return (
    <span className={classNames(styles['badge'], styles[state])} data-state={state}>
      <Icon of={ICONS[state]} size="s" />
      {t(isModelMissing ? 'api.noModel' : `api.${state}`)}
    </span>
  )
}
