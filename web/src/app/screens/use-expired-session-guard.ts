import { useEffect } from 'react'
import { isSessionExpired } from '#lib/storage/tab-session.ts'
import type { Runtime } from '../runtime.ts'

const LOGIN = /^\/[^/]+\/login\/?$/

/**
 * Protects the member's data on the login page of an ended session, where it remains for a new sign-in.
 * Navigating elsewhere loads a new page with separate data; speech is stopped, and overlays are closed.
 */
export function useExpiredSessionGuard({ session, shell }: Runtime): void {
  useEffect(() => {
    if (isSessionExpired()) {
      session.stopSpeech()
      shell.page.closeAllModals()
    }
    function leave(event: Event): void {
      if (LOGIN.test(globalThis.location.pathname) || !isSessionExpired()) return
      // The address has already changed; the page must not follow it.
      event.stopImmediatePropagation()
      globalThis.location.reload()
    }
    const moves = ['popstate', 'pushState', 'replaceState']
    for (const move of moves) globalThis.addEventListener(move, leave, { capture: true })
    return () => {
      for (const move of moves) globalThis.removeEventListener(move, leave, { capture: true })
    }
  }, [session, shell])
}
