import { CircleCheck, CircleDashed, TriangleAlert, WifiOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
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

interface ServiceBadgeProps {
  readonly status: ServiceStatus
  /** the way to connect a model; shown while none is connected */
  readonly renderConnect: (content: ReactNode, className: string) => ReactNode
}

/** Shows the status of the server as icon, text and colour. */
export function ServiceBadge({ status, renderConnect }: ServiceBadgeProps) {
  const t = useTexts('shell')
  const { state, outcome } = useStore(status.store)
  const isModelMissing = state === 'degraded' && outcome?.kind === 'answered' && !isModelThere(outcome)
  const icon = <Icon of={ICONS[state]} size="s" />
  return (
    <span className={classNames(styles['badge'], styles[state])} data-state={state}>
      {isModelMissing ? (
        renderConnect(
          <>
            {icon}
            {t('api.noModel')}
          </>,
          classNames(styles['badge'], styles['connect']),
        )
      ) : (
        <>
          {icon}
          {t(`api.${state}`)}
        </>
      )}
    </span>
  )
}
