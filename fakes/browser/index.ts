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

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available'

/** Chrome's recognition on the device: each language has a state, and a download makes one available. */
export interface FakeDeviceRecognition {
  /** the options of each question, in order */
  readonly asked: readonly { readonly langs: readonly string[]; readonly processLocally: boolean }[]
  available(options: {
    readonly langs: readonly string[]
    readonly processLocally: boolean
  }): Promise<Availability>
  install(options: { readonly langs: readonly string[] }): Promise<boolean>
  failInstalls(fails?: boolean): void
}

const assertTags = (langs: readonly string[]) => {
  for (const tag of langs) {
    if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(tag)) throw new DOMException('not a language', 'SyntaxError')
  }
}

/** By the Web Speech API: an invalid tag rejects with a SyntaxError, an unknown language is unavailable. */
export function createFakeDeviceRecognition(
  initial: Readonly<Record<string, Availability>>,
): FakeDeviceRecognition {
  const states = new Map(Object.entries(initial))
  const asked: { readonly langs: readonly string[]; readonly processLocally: boolean }[] = []
  let fails = false
  return {
    asked,
    async available({ langs, processLocally }) {
      asked.push({ langs, processLocally })
      assertTags(langs)
      return states.get(langs[0] ?? '') ?? 'unavailable'
    },
    async install({ langs }) {
      assertTags(langs)
      const supported = langs.filter((tag) => (states.get(tag) ?? 'unavailable') !== 'unavailable')
      if (fails || supported.length < langs.length || langs.length === 0) return false
      for (const tag of supported) states.set(tag, 'available')
      return true
    },
    failInstalls(now = true) {
      fails = now
    },
  }
}
