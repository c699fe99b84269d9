import { PlansSection } from '#features/accounts/plans/index.ts'
import { useLanguage } from '#i18n/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { useRuntime } from '../../runtime-context.ts'
import { Link } from '../link.tsx'
import { PRODUCT } from './product.ts'

/**
 * The plans of this server; a guest can register for each of them. `onFollow` is called when a link to a
 * registration is pressed.
 */
export function GuestPlans({ onFollow }: { readonly onFollow?: () => void }) {
  const { api } = useRuntime()
  const language = useLanguage()
  const isGuest = readToken() === undefined
  return (
    <PlansSection
      api={api}
      contactUrl={PRODUCT.contactUrl}
      renderLink={(planId, text) =>
        isGuest && (
          <Link to={`/${language}/register?plan=${planId}`} onClick={onFollow}>
            {text}
          </Link>
        )
      }
    />
  )
}
