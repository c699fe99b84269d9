/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import 'fake-indexeddb/auto'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { VoiceSession } from '#voice/index.ts'
import type { FakeVee } from '../../../../../fakes/vee/index.ts'
import { deleteTaughtWord, saveTaughtWord, useTaughtWords } from './taught-words.ts'
import { askForConsent, useWakeWordConsent } from './wake-word-recipients.ts'
import { WakeWordNote } from './wake-word-note.tsx'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))

const provider = (fields: object) => ({
  id: 'a',
  name: 'Deepgram',
  location: 'vendor',
  available: true,
  costPerHourUsd: 0.336,
  ...fields,
})

beforeEach(async () => {
  localStorage.clear()
  useWakeWordConsent.setState({ agreed: undefined, isAsked: false })
  // Test files of a worker share modules.
  useTaughtWords.setState({ words: undefined, isDeviceUnable: false })
  await switchTexts('en')
})

function show() {
  const snapshot = { listening: { kind: 'off' } }
  const session = {
    subscribe: () => () => undefined,
    snapshot: () => snapshot,
    press: vi.fn(),
    release: vi.fn(),
  }
  const onTeach = vi.fn()
  const api = createApi({ origin: vee.url })
  const { container } = render(
    // The part of the session that the note uses.
    <WakeWordNote
      api={api}
      session={session as unknown as VoiceSession}
      wakeWords={['V', 'Tutor', 'v', 'victoria']}
      isBrowserLocal={false}
      onTeach={onTeach}
    />,
  )
  return { container, session, onTeach, api }
}

async function sendStatus(fields: object) {
  const request = await vee.next()
  expect(request.path).toBe('/api/system/speech')
  request.json(200, {
    hearing: [provider({ available: false, name: 'Another' }), provider(fields)],
    speaking: [],
  })
}

it.each([
  ['a vendor, with the cost', {}, 'is sent to Deepgram, for about $0.34 an hour.'],
  ['this server', { location: 'server', costPerHourUsd: 0 }, 'is transcribed on this server.'],
  ['nobody', { available: false }, ''],
])('names who receives what is spoken nearby: %s', async (_, fields, expected) => {
  const { container } = show()
  await sendStatus(fields)
  await expect.poll(() => container.textContent).toContain(expected)
  expect(container.textContent === '').toBe(expected === '')
})

it('starts on request, and remembers who may receive it', async () => {
  const { session } = show()
  await sendStatus({})
  fireEvent.click(await screen.findByRole('button', { name: 'Listen anyway' }))
  expect(session.press).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Listen anyway' })).toBeNull()
  expect(localStorage.getItem('vee.wake-word-recipients.v1')).toBe('vendor:Deepgram')
})

it('asks again if another transcriber would receive it', async () => {
  useWakeWordConsent.setState({ agreed: 'vendor:Deepgram' })
  show()
  await sendStatus({ name: 'OpenAI' })
  expect(await screen.findByRole('button', { name: 'Listen anyway' })).toBeTruthy()
})

it('offers to teach the word, and to hold to talk', async () => {
  changeSettings({ audioInputMode: 'voice-activation' })
  const { onTeach } = show()
  await sendStatus({})
  fireEvent.click(await screen.findByRole('button', { name: 'Teach the wake word' }))
  expect(onTeach).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Use hold to talk' }))
  expect(useSettings.getState().audioInputMode).toBe('push-to-talk')
})

it('is announced, with the focus on the first choice, if the microphone was pressed before', async () => {
  show()
  await sendStatus({})
  await screen.findByRole('button', { name: 'Listen anyway' })
  askForConsent()
  expect((await screen.findByRole('alert')).textContent).toContain('The microphone is off.')
  expect(document.activeElement?.textContent).toBe('Listen anyway')
})

it('says which taught words this device listens for', async () => {
  const api = createApi({ origin: vee.url })
  await saveTaughtWord(api, { word: 'Victoria', threshold: 0.2, takes: [[new Float32Array(96)]] })
  const { container } = show()
  await expect.poll(() => container.textContent).toContain('This device listens for “victoria” by itself.')
  expect(container.textContent).toContain('Not taught on this device: V, Tutor.')
  await deleteTaughtWord(api, 'Victoria')
  await expect.poll(() => container.textContent).not.toContain('by itself')
})
