import { navigate, usePathname, useSearch, useLocationProperty } from 'wouter/use-browser-location'
import type { Address } from './resolve-path.ts'

const currentHash = () => globalThis.location.hash

/** The address of the page; the component renders again when it changes. */
export function useAddress(): Address {
  const pathname = usePathname()
  const search = useSearch()
  const hash = useLocationProperty(currentHash)
  return { pathname, search: search === '' ? '' : `?${search}`, hash }
}

/** Goes to another address of the app without loading the page anew. */
export function goTo(address: string, { replace = false } = {}): void {
  navigate(address, { replace })
}

/** Whether a click on a link is ours: plain, with the main button, not meant for another tab or a download. */
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
