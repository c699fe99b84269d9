// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ShowUndo, useDelayedDeletion } from './use-delayed-deletion.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A list of one note that can be deleted, with the notice below it. */
function renderNote(send: () => Promise<unknown>) {
  const onFailed = vi.fn<() => void>()
  const dismiss = vi.fn<() => void>()
  const showUndo = vi.fn<ShowUndo>(() => dismiss)
  function Note() {
    const { hiddenIds, remove } = useDelayedDeletion({ showUndo, undoLabel: 'Undo', onFailed })
    return hiddenIds.has('n1') ? (
      <p>nothing</p>
    ) : (
      <button type="button" onClick={() => remove({ id: 'n1', title: 'Deleted', send })}>
        Delete
      </button>
    )
  }
  const page = render(<Note />)
  fireEvent.click(screen.getByText('Delete'))
  return { page, onFailed, dismiss, showUndo }
}

it('hides at once, and deletes when the time to undo is over', () => {
  const send = vi.fn(() => Promise.resolve())
  const { showUndo } = renderNote(send)
  expect(screen.getByText('nothing')).toBeDefined()
  expect(send).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(showUndo.mock.calls[0]?.[0].duration ?? 0))
  expect(send).toHaveBeenCalledOnce()
})

it('deletes nothing that was undone', () => {
  const send = vi.fn(() => Promise.resolve())
  const { showUndo, dismiss } = renderNote(send)
  render(showUndo.mock.calls[0]?.[0].message)
  fireEvent.click(screen.getByText('Undo'))
  expect(screen.getByText('Delete')).toBeDefined()
  expect(dismiss).toHaveBeenCalledOnce()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(send).not.toHaveBeenCalled()
})

it.each(['the part is left', 'the page is closed'])('deletes when %s', (how) => {
  const send = vi.fn(() => Promise.resolve())
  const { page } = renderNote(send)
  if (how === 'the part is left') page.unmount()
  else fireEvent(globalThis.window, new Event('pagehide'))
  expect(send).toHaveBeenCalledOnce()
})

it('shows again what could not be deleted', async () => {
  const { onFailed } = renderNote(() => Promise.reject(new Error('offline')))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByText('Delete')).toBeDefined()
  expect(onFailed).toHaveBeenCalledOnce()
})
