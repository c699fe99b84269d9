/** @vitest-environment happy-dom */
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createApi } from '#lib/api/index.ts'
import { openShelf } from '#lib/shelf.ts'
import { createBrowserKeeper } from '../keeping/browser-keeper.ts'
import { unsentOf } from '../keeping/unsent.ts'
import { useMeeting } from './use-meeting.ts'

afterEach(cleanup)

it('sends what a page before could not, but not over what is written meanwhile', async () => {
  const shelf = openShelf('somebody')
  const keeper = createBrowserKeeper(shelf, createApi({ origin: 'http://127.0.0.1:9' }))
  const first = await keeper.create({ title: 'First' })
  unsentOf(shelf, first.id).keep({ title: 'Older', quickNotes: 'Kept' })
  const { result } = renderHook(() => useMeeting(first, undefined, { keeper, shelf }))
  act(() => result.current.change({ title: 'Newer' }))
  await expect.poll(() => keeper.get(first.id)).toMatchObject({ title: 'Newer', quickNotes: 'Kept' })
  expect(result.current.meeting).toMatchObject({ title: 'Newer', quickNotes: 'Kept' })
  cleanup()
  shelf.close()
})
