import type { Locale } from '@vee/contract/entities/locale'
import { navigate, usePathname, useSearch, useLocationProperty } from 'wouter/use-browser-location'
import { isOverlayEntry } from '#ui/feedback/overlay/overlay-entry.ts'
import { isLocale } from './locale-choice.ts'
import type { Address } from './resolve-path.ts'

const currentHash = () => globalThis.location.hash

/** Returns the address of the page; the component renders again when it changes. */
export function useAddress(): Address {
  const pathname = usePathname()
  const search = useSearch()
  const hash = useLocationProperty(currentHash)
  return { pathname, search, hash }
}

/** Navigates to another address of the app without reloading the page. */
export function goTo(address: string, { replace = false } = {}): void {
  navigate(address, { replace: replace || isOverlayEntry() })
}

let lastRedirect: { readonly from: string; readonly to: string } | undefined

/** Replaces an address with its redirect target. The redirect is remembered until the user's next action. */
export function followRedirect(to: string): void {
  lastRedirect = { from: globalThis.location.pathname, to }
  const forget = () => (lastRedirect = undefined)
  for (const input of ['pointerdown', 'keydown'])
    addEventListener(input, forget, { once: true, capture: true })
  goTo(to, { replace: true })
}

/** Returns the path from which the page was redirected; undefined if it was not. */
export function redirectedFrom(): string | undefined {
  return lastRedirect?.to === globalThis.location.pathname ? lastRedirect.from : undefined
}

/** Notifies about a new address before the page follows it. Returns a function that unsubscribes. */
export function onMove(listener: (address: Location) => void): () => void {
  const tell = () => listener(globalThis.location)
  const events = ['popstate', 'pushState', 'replaceState']
  // On window, capturing listeners are called first, and thus before wouter.
  for (const event of events) addEventListener(event, tell, { capture: true })
  return () => {
    for (const event of events) removeEventListener(event, tell, { capture: true })
  }
}

/** Returns true if the page is already at this path. */
export function isHere(path: string): boolean {
  return globalThis.location.pathname.replace(/\/$/, '') === path
}

/** Returns the address of this page in another language. */
export function addressIn(locale: Locale): string {
  const { pathname, search, hash } = globalThis.location
  const [first = '', ...rest] = pathname.split('/').filter((segment) => segment !== '')
  const path = isLocale(first) || first === '' ? rest : [first, ...rest]
  return `/${[locale, ...path].join('/')}${search}${hash}`
}

/**
 * Returns true if the app should handle a click on a link: plain, with the main button, not for another tab
 * or a download.
 */
export function isPlainClick(event: {
  readonly button: number
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly defaultPrevented: boolean
}): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented
}
