import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { ReactNode } from 'react'
import type { Api } from '#lib/http/index.ts'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { Plans } from './plans.tsx'

interface PlansSectionProps {
  readonly api: Api
  /** URL for contacting the host of this server; without it an organization starts with its registration */
  readonly contactUrl: string | undefined
  /** the link to the registration with a preselected plan */
  readonly renderLink: (planId: PlanId, text: ReactNode) => ReactNode
}

/** The plans for visitors; each links to its registration. */
export function PlansSection({ api, contactUrl, renderLink }: PlansSectionProps) {
  return (
    <Plans
      api={api}
      renderCall={({ planId, name, label, isContact }) => {
        const text = (
          <>
            {label} <VisuallyHidden>{name}</VisuallyHidden>
          </>
        )
        return isContact && contactUrl !== undefined ? (
          <a href={contactUrl}>{text}</a>
        ) : (
          renderLink(planId, text)
        )
      }}
    />
  )
}
