/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteTaughtWord, saveTaughtWord } from '#features/voice/wake-words/taught-words.ts'
import {
  agreeTo,
  fetchRecipients,
  useWakeWordConsent,
} from '#features/voice/wake-words/wake-word-recipients.ts'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { useSpottedWords } from '#lib/spotted-words.ts'
import { createApi } from '#lib/http/index.ts'
import type { HandsFree } from '#voice/index.ts'
import type { WakeWordReport, WakeWordRequest } from '#voice/wake-words/wake-word-messages.ts'
import type { FakeVee } from '../../../../fakes/vee/index.ts'
import { createAppSpotter, withConsent } from './wake-word-spotter.ts'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))

beforeEach(() => useWakeWordConsent.setState({ agreed: undefined, isAsked: false }))

const STATUS = {
  hearing: [{ id: 'a', name: 'Deepgram', location: 'vendor', available: true, costPerHourUsd: 0.3 }],
  speaking: [],
}

function createWorld({ isBrowserLocal = false } = {}) {
  const api = createApi({ origin: vee.url })
  const browser = {
    isAvailable: () => true,
    start: vi.fn(),
    stop: () => undefined,
    speechEnded: () => undefined,
  }
  const requests: WakeWordRequest[] = []
  let tell: ((event: { readonly data: WakeWordReport }) => void) | undefined
  const app = createAppSpotter({
    api,
    wakeWords: () => ['V', 'Tutor', 'victoria'],
    browser,
    isBrowserLocal: () => isBrowserLocal,
    openWorker: () => ({
      postMessage: (request) => void requests.push(request),
      addEventListener: (_type, added) => void (tell = added),
      terminate: () => undefined,
    }),
  })
  const prepare = async () => {
    const prepared = app.prepare()
    ;(await vee.next()).json(200, STATUS)
    return prepared
  }
  return { api, browser, requests, app, prepare, reports: (data: WakeWordReport) => tell?.({ data }) }
}

async function agree(api: ReturnType<typeof createWorld>['api']) {
  const recipients = fetchRecipients(api)
  ;(await vee.next()).json(200, STATUS)
  agreeTo(await recipients)
}

const VICTORIA = { word: 'Victoria', threshold: 0.2, takes: [[new Float32Array(96)]] }

describe('the engines for wake words', () => {
  it('starts nothing that sends sound before the user agreed', async () => {
    const { prepare, app, browser, api } = createWorld()
    expect(await prepare()).toBe(false)
    app.spotter.start('en-US', () => undefined)
    expect(browser.start).not.toHaveBeenCalled()
    expect(app.maySend()).toBe(false)
    await agree(api)
    expect(await prepare()).toBe(true)
    app.spotter.start('en-US', () => undefined)
    expect(browser.start).toHaveBeenCalledOnce()
    expect(app.maySend()).toBe(true)
  })

  it("uses the browser's recognition without a question where it runs on this device", async () => {
    const { prepare, app, browser } = createWorld({ isBrowserLocal: true })
    expect(await prepare()).toBe(true)
    app.spotter.start('en-US', () => undefined)
    expect(browser.start).toHaveBeenCalledOnce()
    expect(app.maySend()).toBe(false)
  })

  it('uses taught words only, and sends nothing although the user agreed before', async () => {
    const { prepare, app, browser, api, requests } = createWorld()
    await agree(api)
    await saveTaughtWord(api, VICTORIA)
    expect(await prepare()).toBe(true)
    app.spotter.start('en-US', () => undefined)
    app.spotter.push?.(new Int16Array(1_280))
    expect(requests[0]).toMatchObject({ type: 'listen', words: [{ word: 'victoria' }] })
    expect(browser.start).not.toHaveBeenCalled()
    expect(app.maySend()).toBe(false)
    expect(useSpottedWords.getState().words).toEqual(['victoria'])
    await deleteTaughtWord(api, 'victoria')
  })

  it('continues with what the user agreed to if the device fails', async () => {
    const { prepare, app, browser, api, reports } = createWorld()
    await agree(api)
    await saveTaughtWord(api, VICTORIA)
    await prepare()
    app.spotter.start('en-US', () => undefined)
    app.spotter.push?.(new Int16Array(1_280))
    reports({ type: 'broken' })
    expect(browser.start).toHaveBeenCalledOnce()
    expect(app.maySend()).toBe(true)
    expect(useSpottedWords.getState().words).toEqual([])
    await deleteTaughtWord(api, 'victoria')
  })
})

function handsFree() {
  const calls: string[] = []
  const port: HandsFree = {
    start: (mode) => void calls.push(`start ${mode}`),
    stop: () => void calls.push('stop'),
    cancel: () => undefined,
    onTurn: () => undefined,
    onTurnEnd: () => undefined,
    onTranscribed: () => undefined,
    onConsentAsked: () => undefined,
    level: () => 0,
  }
  return {
    calls,
    port,
    controller: { show: ({ kind }: { kind: string }) => void calls.push(`show ${kind}`) },
  }
}

describe('a start', () => {
  it('without consent asks at the dock instead', async () => {
    const { calls, port, controller } = handsFree()
    const asking = withConsent(port, controller, () => Promise.resolve(false))
    asking.start('voice-activation')
    await vi.waitFor(() => expect(calls).toEqual(['show off']))
    expect(useWakeWordConsent.getState().isAsked).toBe(true)
    asking.start('continuous')
    expect(calls.at(-1)).toBe('start continuous')
  })

  it('that is stopped meanwhile does not start', async () => {
    const { calls, port, controller } = handsFree()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const asking = withConsent(port, controller, () => promise)
    asking.start('voice-activation')
    asking.stop()
    resolve(true)
    await promise
    await Promise.resolve()
    expect(calls).toEqual(['show off', 'stop'])
  })
})
