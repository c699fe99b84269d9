import { About } from '#features/about/index.ts'
import { PlansSection } from '#features/plans/index.ts'
import { useLanguage } from '#i18n/index.ts'
import { readToken } from '#lib/auth-token.ts'
import { useRuntime } from '../runtime-context.ts'
import { Link } from '../shell/link.tsx'
import { PRODUCT } from '../shell/product.ts'

export function AboutScreen() {
  const { api, shell } = useRuntime()
  const language = useLanguage()
  // The registration is for guests.
  const isGuest = readToken() === undefined
  return (
    <About
      sourceUrl={PRODUCT.sourceUrl}
      onShowKeys={() => shell.page.openModal({ id: 'keyboard-help' })}
      plans={
        <PlansSection
          api={api}
          renderLink={(planId, text) =>
            isGuest && <Link to={`/${language}/register?plan=${planId}`}>{text}</Link>
          }
        />
      }
    />
  )
}
