import type { PlanId } from '@vee/contract/entities/accounts/user'
import { Check } from 'lucide-react'
import type { Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { Plans } from './plans.tsx'

interface PlanChoiceProps {
  readonly api: Api
  readonly chosen: PlanId | undefined
  readonly onChoose: (planId: PlanId) => void
}

/** The plans as a choice. */
export function PlanChoice({ api, chosen, onChoose }: PlanChoiceProps) {
  return (
    <Plans
      api={api}
      renderCall={({ planId, name, label }) => (
        <Button
          size="compact"
          aria-pressed={planId === chosen}
          onClick={() => onChoose(planId)}
          {...(planId === chosen && { icon: Check })}
        >
          {label} <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      )}
    />
  )
}
