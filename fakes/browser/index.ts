import { Window } from 'happy-dom'
import { vi } from 'vitest'

/** The page survives `reload()`, like a tab: storage is preserved, listeners are removed. */
export interface FakeTab {
  reload(): void
  goOffline(): void
  goOnline(): void
}

function listenAnew(): void {
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
}

/**
 * Stubs the browser APIs that Node lacks, except for the DOM: storage, page events, frames, the network's
 * state. Node's own fetch is used, since it sends requests to real servers. Undone by
 * `vi.unstubAllGlobals()`.
 */
export function openTab(): FakeTab {
  const { localStorage, sessionStorage } = new Window()
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('sessionStorage', sessionStorage)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback, 0))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  listenAnew()

  return {
    reload() {
      dispatchEvent(new Event('pagehide'))
      listenAnew()
    },
    goOffline: () => vi.stubGlobal('navigator', { onLine: false }),
    goOnline() {
      vi.stubGlobal('navigator', { onLine: true })
      dispatchEvent(new Event('online'))
    },
  }
}
