import { describe, expect, test } from 'vitest'
import { followVersions } from './new-version.ts'
import { TAKE_OVER } from './take-over.ts'

/** A service worker as seen by the page. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly heard: unknown[] = []
  postMessage(message: unknown): void {
    this.heard.push(message)
  }
  become(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  updates = 0
  update(): Promise<void> {
    this.updates += 1
    return Promise.resolve()
  }
  /** Simulates a new version that has loaded its files. */
  install(): FakeWorker {
    const worker = new FakeWorker()
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
    this.installing = null
    this.waiting = worker
    worker.become('installed')
    return worker
  }
}

class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'
  show(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

async function follow({ isControlled }: { readonly isControlled: boolean }) {
  const registration = new FakeRegistration()
  const container = Object.assign(new EventTarget(), {
    controller: isControlled ? new FakeWorker() : null,
    register: () => Promise.resolve(registration),
  })
  const page = new FakePage()
  const offers: (() => void)[] = []
  const browser = { registration, page, offers, reloads: 0, time: 0, changeHands: () => {} }
  browser.changeHands = () => container.dispatchEvent(new Event('controllerchange'))
  await followVersions(
    {
      // The used part of the browser's API, with the standard's behaviour.
      container: container as unknown as ServiceWorkerContainer,
      page,
      reload: () => {
        browser.reloads += 1
      },
      now: () => browser.time,
    },
    (activate) => offers.push(activate),
  )
  return browser
}

test('the first visit shows no offer', async () => {
  const { registration, changeHands, offers } = await follow({ isControlled: false })
  registration.install().become('activated')
  changeHands()
  expect(offers).toEqual([])
})

test('a later version is offered once, without reloading the page', async () => {
  const browser = await follow({ isControlled: true })
  const worker = browser.registration.install()
  worker.become('installed')
  expect(browser.offers).toHaveLength(1)
  expect([browser.reloads, worker.heard]).toEqual([0, []])
})

test('accepting it activates the worker, and then reloads', async () => {
  const browser = await follow({ isControlled: true })
  const worker = browser.registration.install()
  browser.offers[0]?.()
  expect([browser.reloads, worker.heard]).toEqual([0, [TAKE_OVER]])
  browser.changeHands()
  expect(browser.reloads).toBe(1)
})

describe('when another tab accepts it', () => {
  test('this one shows an offer to reload', async () => {
    const browser = await follow({ isControlled: true })
    browser.changeHands()
    expect(browser.reloads).toBe(0)
    browser.offers[0]?.()
    expect(browser.reloads).toBe(1)
  })

  test('a displayed offer still works', async () => {
    const browser = await follow({ isControlled: true })
    browser.registration.install().become('activated')
    browser.offers[0]?.()
    expect(browser.reloads).toBe(1)
  })
})

test('a page that stays open checks again when it becomes visible, after an hour at the earliest', async () => {
  const browser = await follow({ isControlled: true })
  browser.page.show('visible')
  browser.time = 3_600_000
  browser.page.show('hidden')
  expect(browser.registration.updates).toBe(0)
  browser.page.show('visible')
  browser.page.show('visible')
  expect(browser.registration.updates).toBe(1)
})
