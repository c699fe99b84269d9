import { useStore } from 'zustand'
import { About } from '#features/system/about/index.ts'
import { hasPlans } from '#features/system/service-status/index.ts'
import { useRuntime } from '../runtime-context.ts'
import { GuestPlans } from '../shell/footer/guest-plans.tsx'
import { PRODUCT } from '../shell/footer/product.ts'

export function AboutScreen() {
  const { shell } = useRuntime()
  const sells = useStore(shell.service.store, ({ outcome }) => hasPlans(outcome))
  return (
    <About
      sourceUrl={PRODUCT.sourceUrl}
      onShowKeys={() => shell.page.openModal({ id: 'keyboard-help' })}
      plans={sells ? <GuestPlans /> : undefined}
    />
  )
}
