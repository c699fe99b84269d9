/** @vitest-environment happy-dom */
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadViewTexts, switchTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { createApi } from '#lib/http/index.ts'
import { randomId } from '#lib/random-id.ts'
import { openIndexedStore } from '#lib/storage/indexed-store.ts'
import { DiaryView } from './index.ts'
import { Diary } from './diary-store.ts'
import { hold } from './unsaved.ts'

const WORDS = 'The garden was wet.'

let owner = ''
beforeEach(async () => {
  owner = randomId()
  await switchTexts('en')
  await loadViewTexts()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
  hold(undefined)
  localStorage.clear()
})

const nothing = () => undefined
const talk: AgentViewProps['talk'] = {
  messages: [],
  isRunning: false,
  saying: undefined,
  ask: nothing,
  say: nothing,
  stopSpeech: nothing,
  takeDictation: () => nothing,
}

const ownerOf = () => Promise.resolve(owner)

function openDiary() {
  return render(
    <DiaryView
      api={createApi({ origin: 'http://127.0.0.1:9' })}
      agent={undefined}
      owner={ownerOf}
      talk={talk}
      Markdown={({ text }) => <p>{text}</p>}
    />,
  )
}

/** Reads the store like another page. */
async function keptTexts(): Promise<readonly string[]> {
  const indexedStore = openIndexedStore(owner)
  const diary = new Diary(indexedStore)
  await diary.load()
  const state = diary.state.getState()
  indexedStore.close()
  return state.kind === 'open' ? state.entries.map(({ text }) => text) : [state.kind]
}

const field = () => screen.findByRole('textbox', { name: 'What happened?' })
const type = async (value: string) => fireEvent.change(await field(), { target: { value } })

async function write(value: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'New entry' }))
  await type(value)
}

/** Makes all writes fail until it is restored. */
const fillDisk = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })

/** Returns whether the browser would ask before closing the page. */
const asksFirst = () => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('stores text during continuous typing, and asks before the page is closed until it is stored', async () => {
  openDiary()
  fireEvent.click(await screen.findByRole('button', { name: 'New entry' }))
  const area = await field()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  expect(asksFirst()).toBe(false)
  for (const length of [4, 8, 12]) {
    fireEvent.change(area, { target: { value: WORDS.slice(0, length) } })
    act(() => void vi.advanceTimersByTime(140))
  }
  vi.useRealTimers()
  await expect.poll(keptTexts).toEqual([WORDS.slice(0, 12)])
  await expect.poll(asksFirst).toBe(false)
  fireEvent.change(area, { target: { value: WORDS } })
  expect(asksFirst()).toBe(true)
  await expect.poll(keptTexts).toEqual([WORDS])
})

it('stores the last text when another screen is opened directly afterwards', async () => {
  const page = openDiary()
  await write(WORDS)
  page.unmount()
  await expect.poll(keptTexts).toEqual([WORDS])
  await expect.poll(asksFirst).toBe(false)
})

it('restores text that was not stored before the page closed, in one entry', async () => {
  const page = openDiary()
  await write(WORDS)
  globalThis.dispatchEvent(new Event('pagehide'))
  const note = localStorage.getItem('vee.diary-words.v1') ?? ''
  expect(JSON.parse(note)).toMatchObject({ owner, entry: { text: WORDS } })
  await expect.poll(keptTexts).toEqual([WORDS])
  page.unmount()

  // The page had time to store only the beginning.
  await expect.poll(() => localStorage.getItem('vee.diary-words.v1')).toBeNull()
  const later = note
    .replace(WORDS, `${WORDS} Then the sun came.`)
    .replace(/"leftAt":"[^"]+"/, `"leftAt":"${new Date(Date.now() + 1_000).toISOString()}"`)
  localStorage.setItem('vee.diary-words.v1', later)
  openDiary()
  expect(await field()).toHaveProperty('value', `${WORDS} Then the sun came.`)
  await expect.poll(keptTexts).toEqual([`${WORDS} Then the sun came.`])
  await expect.poll(() => localStorage.getItem('vee.diary-words.v1')).toBeNull()
})

it('hides the text from another user', async () => {
  const page = openDiary()
  await write(WORDS)
  globalThis.dispatchEvent(new Event('pagehide'))
  const note = localStorage.getItem('vee.diary-words.v1') ?? ''
  await expect.poll(keptTexts).toEqual([WORDS])
  page.unmount()
  await expect.poll(() => localStorage.getItem('vee.diary-words.v1')).toBeNull()
  localStorage.setItem('vee.diary-words.v1', note)
  owner = randomId()
  openDiary()
  expect(await screen.findByRole('button', { name: 'New entry' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'What happened?' })).toBeNull()
})

it('hides unsaved text from another user who signs in on the same page', async () => {
  const page = openDiary()
  const full = fillDisk()
  await write(WORDS)
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByRole('alert')
  page.unmount()
  full.mockRestore()
  owner = randomId()
  openDiary()
  expect(await screen.findByRole('button', { name: 'New entry' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'What happened?' })).toBeNull()
  expect(await keptTexts()).toEqual([])
})

it("does not touch another user's note", async () => {
  const entry = { id: 'e', day: '2026-11-22', text: WORDS, tags: [], mood: '' }
  const note = JSON.stringify({ owner: 'another', entry, leftAt: new Date().toISOString() })
  localStorage.setItem('vee.diary-words.v1', note)
  openDiary()
  await write('Mine')
  await expect.poll(keptTexts).toEqual(['Mine'])
  await expect.poll(asksFirst).toBe(false)
  expect(localStorage.getItem('vee.diary-words.v1')).toBe(note)
})

it('leaves no note of an encrypted diary', async () => {
  const indexedStore = openIndexedStore(owner)
  const diary = new Diary(indexedStore)
  await diary.load()
  await diary.encrypt('quiet harbour', 10)
  openDiary()
  fireEvent.change(await screen.findByLabelText('Passphrase'), { target: { value: 'quiet harbour' } })
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  await write(WORDS)
  globalThis.dispatchEvent(new Event('pagehide'))
  expect(localStorage.getItem('vee.diary-words.v1')).toBeNull()
  await expect.poll(asksFirst).toBe(false)
  indexedStore.close()
})

it('keeps the text in its field if there is no space, also for the next editor', async () => {
  const page = openDiary()
  const full = fillDisk()
  await write(WORDS)
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByRole('alert')
  expect(await field()).toHaveProperty('value', WORDS)
  expect(asksFirst()).toBe(true)

  full.mockClear()
  page.unmount()
  await vi.waitFor(() => expect(full).toHaveBeenCalled())
  full.mockRestore()
  openDiary()
  expect(await field()).toHaveProperty('value', WORDS)
  await expect.poll(keptTexts).toEqual([WORDS])
})

it('stores nothing unencrypted when another tab locks it, and restores the text after unlocking', async () => {
  openDiary()
  await write(WORDS)
  // Another tab has separate modules, and a keyring without this one's keys.
  vi.resetModules()
  const otherTab = await import('./diary-store.ts')
  const elsewhere = openIndexedStore(owner)
  const other = new otherTab.Diary(elsewhere)
  await other.load()
  expect(await other.encrypt('quiet harbour', 10)).toBe(true)
  fireEvent.change(await screen.findByLabelText('Passphrase'), { target: { value: 'quiet harbour' } })
  expect(JSON.stringify(await elsewhere.list('diary'))).not.toContain('garden')
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  expect(await field()).toHaveProperty('value', WORDS)
  await expect
    .poll(async () => {
      await other.load()
      const state = other.state.getState()
      return state.kind === 'open' && state.entries.map(({ text }) => text)
    })
    .toEqual([WORDS])
  expect(JSON.stringify(await elsewhere.list('diary'))).not.toContain('garden')
  elsewhere.close()
})
