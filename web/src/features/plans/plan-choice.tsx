import type { PlanId } from '@vee/contract/entities/user'
import { Check } from 'lucide-react'
import type { Api } from '#lib/api/index.ts'
import { Button } from '#ui/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
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
