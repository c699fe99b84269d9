import type { Locale } from '@vee/contract/entities/locale'
import { useEffect, type ReactNode } from 'react'
import { useLanguage } from '#i18n/index.ts'
import { readToken } from '#lib/auth-token.ts'
import { PLACES, readText } from '#lib/storage.ts'
import { followRedirect, useAddress } from './navigation.ts'
import { resolvePath, type Address, type Resolution } from './resolve-path.ts'
import { useRuntime } from './runtime-context.ts'
import { Screen } from './screens/screen.tsx'
import { loadAgents } from './talk/agents.ts'
import { useLocaleOfPage } from './use-locale-of-page.tsx'

/** Where an address leads for whoever sits before this browser. */
function resolveHere(address: Address): Resolution {
  return resolvePath(address, {
    stored: readText(PLACES.locale) ?? null,
    browser: navigator.languages,
    isSignedIn: readToken() !== undefined,
  })
}

/** Follows redirects before anything is drawn. Returns the language that the first screen is in. */
export function settleAddress(): Locale {
  for (;;) {
    const resolution = resolveHere(globalThis.location)
    if (resolution.kind === 'screen') return resolution.locale
    followRedirect(resolution.to)
  }
}

export function App(): ReactNode {
  const resolution = resolveHere(useAddress())
  const redirectTo = resolution.kind === 'redirect' ? resolution.to : undefined
  useEffect(() => {
    if (redirectTo !== undefined) followRedirect(redirectTo)
  }, [redirectTo])
  useAgentsInLanguage()
  const overlay = useLocaleOfPage(resolution.kind === 'screen' ? resolution.locale : undefined)

  if (resolution.kind === 'redirect') return null
  return (
    <>
      <Screen screen={resolution.screen} locale={resolution.locale} params={resolution.params} />
      {overlay}
    </>
  )
}

/** The server writes the agents' texts: another interface language asks for them anew. */
function useAgentsInLanguage(): void {
  const { api, agents } = useRuntime()
  const language = useLanguage()
  useEffect(() => {
    if (agents.getState().language !== language) void loadAgents(api, agents)
  }, [api, agents, language])
}
