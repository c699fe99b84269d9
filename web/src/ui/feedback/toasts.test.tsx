// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastRegion, type ToastWords } from './toast-region.tsx'
import { createToastStore } from './toast-store.ts'

const WORDS: ToastWords = {
  region: 'Notifications',
  dismiss: 'Dismiss',
  types: { success: 'Done', error: 'Error', warning: 'Warning', info: 'Note' },
}

/** Time for a dismissed toast to disappear. */
const LEAVING_MS = 120

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const titles = (store: ReturnType<typeof createToastStore>) => store.toasts().map((toast) => toast.title)

describe('the toasts', () => {
  it('stack, and disappear after 7 seconds by default', () => {
    const store = createToastStore()
    store.show({ type: 'info', title: 'One' })
    store.show({ type: 'warning', title: 'Two', duration: 12_000 })
    store.show({ type: 'error', title: 'Three', duration: 0 })
    vi.advanceTimersByTime(6999)
    expect(titles(store)).toEqual(['One', 'Two', 'Three'])
    vi.advanceTimersByTime(1 + LEAVING_MS)
    expect(titles(store)).toEqual(['Two', 'Three'])
    vi.advanceTimersByTime(60_000)
    expect(titles(store)).toEqual(['Three'])
  })

  it('pause while the user reads, and resume with the remaining time', () => {
    const store = createToastStore()
    store.show({ type: 'info', title: 'One', duration: 1000 })
    vi.advanceTimersByTime(600)
    store.pause()
    store.show({ type: 'info', title: 'Two', duration: 1000 })
    vi.advanceTimersByTime(60_000)
    expect(titles(store)).toEqual(['One', 'Two'])
    store.resume()
    vi.advanceTimersByTime(400 + LEAVING_MS)
    expect(titles(store)).toEqual(['Two'])
    vi.advanceTimersByTime(600)
    expect(titles(store)).toEqual([])
  })

  it('are dismissed one by one', () => {
    const store = createToastStore()
    const first = store.show({ type: 'success', title: 'One' })
    store.show({ type: 'success', title: 'Two' })
    store.dismiss(first)
    expect(store.toasts().map((toast) => toast.isLeaving)).toEqual([true, false])
    vi.advanceTimersByTime(LEAVING_MS)
    expect(titles(store)).toEqual(['Two'])
  })
})

describe('the region of toasts', () => {
  it('shows type, title and plain text, and errors are assertive', () => {
    const store = createToastStore()
    render(<ToastRegion store={store} words={WORDS} />)
    const region = screen.getByRole('region', { name: 'Notifications' })
    expect(region.getAttribute('aria-live')).toBe('polite')
    act(() => {
      store.show({ type: 'info', title: 'Saved', message: '<b>2</b> seats' })
      store.show({ type: 'error', title: 'Not saved' })
    })
    expect(region.textContent).toContain('Note: Saved<b>2</b> seats')
    expect(screen.getByRole('alert').textContent).toContain('Error: Not saved')
  })

  it('pauses the timer under the pointer and the focus', () => {
    const store = createToastStore()
    render(<ToastRegion store={store} words={WORDS} />)
    const region = screen.getByRole('region')
    act(() => void store.show({ type: 'info', title: 'Saved', duration: 1000 }))
    fireEvent.pointerEnter(region)
    act(() => void vi.advanceTimersByTime(5000))
    expect(region.textContent).toContain('Saved')
    fireEvent.pointerLeave(region)
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    act(() => void vi.advanceTimersByTime(5000))
    expect(region.textContent).toContain('Saved')
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    act(() => void vi.advanceTimersByTime(LEAVING_MS))
    expect(region.textContent).toBe('')
  })

  it('resumes the others when the focused one was dismissed', () => {
    const store = createToastStore()
    render(<ToastRegion store={store} words={WORDS} />)
    act(() => {
      store.show({ type: 'info', title: 'One', duration: 0 })
      store.show({ type: 'info', title: 'Two', duration: 1000 })
    })
    const [dismissFirst] = screen.getAllByRole('button', { name: 'Dismiss' })
    act(() => dismissFirst?.focus())
    act(() => dismissFirst?.click())
    act(() => void vi.advanceTimersByTime(LEAVING_MS))
    act(() => void vi.advanceTimersByTime(1000 + LEAVING_MS))
    expect(titles(store)).toEqual([])
  })
})
