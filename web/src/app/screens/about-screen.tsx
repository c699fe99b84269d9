import { About } from '#features/about/index.ts'
import { useRuntime } from '../runtime-context.ts'
import { GuestPlans } from '../shell/guest-plans.tsx'
import { PRODUCT } from '../shell/product.ts'

export function AboutScreen() {
  const { shell } = useRuntime()
  return (
    <About
      sourceUrl={PRODUCT.sourceUrl}
      onShowKeys={() => shell.page.openModal({ id: 'keyboard-help' })}
      plans={<GuestPlans />}
    />
  )
}
