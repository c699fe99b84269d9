/** @vitest-environment happy-dom */
import 'fake-indexeddb/auto'
import type { Meeting, TranscriptLine } from '@vee/contract/entities/meeting'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadViewTexts, switchTexts } from '#i18n/index.ts'
import { createApi } from '#lib/http/index.ts'
import { openIndexedStore } from '#lib/storage/indexed-store.ts'
import { createBrowserRepository } from '../repositories/browser-repository.ts'
import { soundPiecesOf } from '../recording/meeting-sound.ts'
import { TranscriptView } from './transcript-view.tsx'

beforeEach(async () => {
  await switchTexts('en')
  await loadViewTexts()
})
afterEach(cleanup)

const lineAt = (start: number): TranscriptLine => ({
  id: `line ${start}`,
  start,
  end: start + 1,
  track: 'me',
  speaker: null,
  text: 'We buy the boat.',
})

it('offers the audio as soon as a part is recorded in addition to an imported text', async () => {
  const indexedStore = openIndexedStore('somebody')
  const repository = createBrowserRepository(indexedStore, createApi({ origin: 'http://127.0.0.1:9' }))
  const meeting = await repository.create({ transcriptLines: [lineAt(0)] })
  const view = (shown: Meeting) => (
    <TranscriptView
      meeting={shown}
      indexedStore={indexedStore}
      sound={undefined}
      wantedPosition={undefined}
      onChange={() => undefined}
    />
  )
  const { rerender } = render(view(meeting))
  expect(await soundPiecesOf(meeting.id, indexedStore, undefined)).toEqual([])
  expect(screen.queryByRole('button', { name: 'Save audio' })).toBeNull()
  const piece = { id: 'a', meetingId: meeting.id, track: 'me', start: 1, end: 2, state: 'done' }
  await indexedStore.write([{ kind: 'recorded', id: 'a', value: { ...piece, audio: new Uint8Array(2) } }])
  rerender(view({ ...meeting, transcriptLines: [lineAt(0), lineAt(1)] }))
  expect(await screen.findByRole('button', { name: 'Save audio' })).toBeTruthy()
  indexedStore.close()
})
