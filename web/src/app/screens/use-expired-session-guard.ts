import { useEffect } from 'react'
import { isSessionExpired } from '#lib/tab-session.ts'
import type { Runtime } from '../runtime.ts'

const LOGIN = /^\/[^/]+\/login\/?$/

/**
 * On the login to which an ended session leads the page has all of the member's still, for when they sign in again. Whoever
 * goes elsewhere instead goes with a new page, which begins beside it; nothing of it is heard, or stands over the login.
 */
export function useExpiredSessionGuard({ session, shell }: Runtime): void {
  useEffect(() => {
    if (isSessionExpired()) {
      session.stopSpeech()
      shell.page.closeAllModals()
    }
    function leave(event: Event): void {
      if (LOGIN.test(globalThis.location.pathname) || !isSessionExpired()) return
      // The address is the new one by now; the page is not to follow it.
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
