// @vitest-environment happy-dom
import type { MemoryNote } from '@vee/contract/http/memory'
import { beforeEach, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { useMentionedNotes } from '#lib/files/mentioned-notes.ts'
import { changeSettings, resetSettings } from '#lib/settings/index.ts'
import { showProposals } from './memory-notice.tsx'

const note = (id: string, text: string): MemoryNote => ({
  id,
  text,
  kind: 'fact',
  scope: 'all',
  state: 'proposed',
  quote: 'I moved to Graz',
  source: null,
  pinned: false,
  createdAt: '2026-11-28T12:00:00.000Z',
})
const PROPOSALS = [note('n1', 'Moved to Graz.'), note('n2', 'Plays the cello.')]

let snapshot: { listening: { kind: string }; state: { phase: string } }
let notify: () => void = () => undefined
const announce = vi.fn<(text: string) => void>()
const show = vi.fn<(notice: { readonly title: string }) => string>(() => 'notice')
const dismiss = vi.fn<(id: string) => void>()
const json = vi.fn<(...call: unknown[]) => Promise<unknown>>(() => Promise.resolve({}))

beforeEach(async () => {
  localStorage.clear()
  resetSettings()
  for (const mock of [announce, show, dismiss, json]) mock.mockClear()
  useMentionedNotes.setState({ mentioned: [], asked: undefined })
  await switchTexts('en')
})

const showIn = (kind: string, phase = 'idle') => {
  snapshot = { listening: { kind }, state: { phase } }
  const session = {
    snapshot: () => snapshot,
    subscribe: (listener: () => void) => {
      notify = listener
      return () => (notify = () => undefined)
    },
    announce,
  }
  return showProposals(
    PROPOSALS,
    { json } as unknown as Parameters<typeof showProposals>[1],
    { stack: { show, dismiss }, toast: () => undefined } as unknown as Parameters<typeof showProposals>[2],
    session as unknown as Parameters<typeof showProposals>[3],
  )
}

it.each(['ready', 'live'])('asks about one note at the next pause while listening is %s', async (kind) => {
  await showIn(kind, 'speaking')
  expect(announce).not.toHaveBeenCalled()
  snapshot = { ...snapshot, state: { phase: 'idle' } }
  notify()
  expect(announce.mock.calls).toEqual([['Shall I remember this? “Moved to Graz.”']])
  useMentionedNotes.getState().asked?.decide({ state: 'accepted', text: 'Moved to Linz.' })
  expect(json).toHaveBeenCalledWith('PATCH', '/memory-notes/{id}', {
    params: { id: 'n1' },
    body: { state: 'accepted', text: 'Moved to Linz.' },
  })
  // The next one is on the screen only.
  expect(show.mock.calls.map(([{ title }]) => title)).toEqual([
    'Shall I remember this? “Moved to Graz.”',
    'Shall I remember this? “Plays the cello.”',
  ])
  notify()
  expect(announce).toHaveBeenCalledOnce()
  expect(useMentionedNotes.getState().asked).toBeUndefined()
})

it.each(['off', 'wake-word'])('asks nothing aloud while listening is %s', async (kind) => {
  await showIn(kind)
  expect(show).toHaveBeenCalledOnce()
  expect(announce).not.toHaveBeenCalled()
  expect(useMentionedNotes.getState().asked).toBeUndefined()
})

it('asks nothing aloud where replies are not spoken', async () => {
  changeSettings({ muted: true })
  await showIn('ready')
  expect(announce).not.toHaveBeenCalled()
})
