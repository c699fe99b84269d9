import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { awaitsHost } from '#features/system/service-status/index.ts'
import { useLanguage } from '#i18n/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { useIsHost } from '#lib/use-is-host.ts'
import { useRuntime } from '../runtime-context.ts'
import { Link } from './link.tsx'

interface ConnectLinkProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * Leads to the form that connects a model: administrators directly, visitors of a server without accounts by way of
 * the first account. Others see what thinks, hears and speaks, and who can change it.
 */
export function ConnectLink({ className, children }: ConnectLinkProps) {
  const { api, shell } = useRuntime()
  const locale = useLanguage()
  const isHost = useIsHost(api)
  const isFirst = useStore(shell.service.store, ({ outcome }) => awaitsHost(outcome))
  const form = `/${locale}/host#connect`
  const isGuest = readToken() === undefined
  if (isHost || (isGuest && isFirst)) {
    const to = isHost ? form : `/${locale}/register?redirect=${encodeURIComponent(form)}`
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      onClick={() => shell.page.openModal({ id: 'set-up' })}
    >
      {children}
    </button>
  )
}
