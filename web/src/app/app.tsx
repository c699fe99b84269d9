import type { Locale } from '@vee/contract/entities/locale'
import { useEffect, type ReactNode, useState } from 'react'
import { useLanguage, switchTexts, useTexts } from '#i18n/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { STORAGE_KEYS, readText } from '#lib/storage/storage.ts'
import { followRedirect, useAddress } from './navigation.ts'
import { resolvePath, type Address, type Resolution } from './resolve-path.ts'
import { useRuntime } from './runtime-context.ts'
import { Screen } from './screens/screen.tsx'
import { fetchAgents } from './chat/agents.ts'
import { SwitchingOverlay } from './shell/switching-overlay.tsx'

/** Minimum duration of the overlay during a change of language, in ms. */
const OVERLAY_MS = 480

/** Resolves an address for the current user of this browser. */
function resolveHere(address: Address): Resolution {
  return resolvePath(address, {
    stored: readText(STORAGE_KEYS.locale) ?? null,
    browser: navigator.languages,
    isSignedIn: readToken() !== undefined,
  })
}

/** Follows redirects before the first render. Returns the language of the first screen. */
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

/** The server returns the agents' texts: a change of the interface language loads them again. */
function useAgentsInLanguage(): void {
  const { api, agents } = useRuntime()
  const language = useLanguage()
  useEffect(() => {
    if (agents.getState().language !== language) void fetchAgents(api, agents)
  }, [api, agents, language])
}

/**
 * Sets the texts and the `lang` of the page to the language of its address. Returns the overlay to show
 * meanwhile; typed text is preserved, because nothing below is unmounted.
 */
function useLocaleOfPage(locale: Locale | undefined): ReactNode {
  const language = useLanguage()
  const t = useTexts('shell')
  /** the current language after loading; the initial one is loaded before the first render */
  const [settled, setSettled] = useState(locale)

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  useEffect(() => {
    if (locale === undefined) return
    let isCurrent = true
    const texts = switchTexts(locale)
    if (locale === settled) return
    const shown = new Promise((resolve) => {
      setTimeout(resolve, OVERLAY_MS)
    })
    void Promise.allSettled([texts, shown]).then(() => {
      if (isCurrent) setSettled(locale)
    })
    return () => {
      isCurrent = false
    }
  }, [locale, settled])

  return locale === undefined || locale === settled ? null : <SwitchingOverlay text={t('switching')} />
}
