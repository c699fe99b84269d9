// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, Suspense, type ComponentType, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyComponent, PATIENT_TRIES } from './lazy-component.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // React logs errors caught by a boundary.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? 'failed' : <Suspense fallback="waiting">{this.props.children}</Suspense>
  }
}

const Part = ({ name }: { readonly name: string }) => <p>Part of {name}</p>

/** Returns a loader that fails this many times. */
const comesAfter = (failures: number) => {
  let asked = 0
  return vi.fn<() => Promise<typeof Part>>(() => {
    asked += 1
    return asked > failures ? Promise.resolve(Part) : Promise.reject(new Error('not reached'))
  })
}

async function show(Shown: ComponentType<{ readonly name: string }>, opening: number): Promise<string> {
  render(<Boundary key={opening}>{<Shown name="a boat" />}</Boundary>)
  await act(() => vi.advanceTimersByTimeAsync(0))
  const text = document.body.textContent
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  return text
}

it('is loaded again when it is rendered again, and only once after success', async () => {
  const load = comesAfter(1)
  const Shown = lazyComponent(load)
  expect(await show(Shown, 1)).toContain('failed')
  cleanup()
  expect(await show(Shown, 2)).toBe('Part of a boat')
  cleanup()
  expect(await show(Shown, 3)).toBe('Part of a boat')
  expect(load).toHaveBeenCalledTimes(2)
})

it('waits silently for a part that the user did not open', async () => {
  const Shown = lazyComponent(comesAfter(3), PATIENT_TRIES)
  expect(await show(Shown, 1)).toBe('waiting')
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.getByText('Part of a boat')).toBeTruthy()
})
