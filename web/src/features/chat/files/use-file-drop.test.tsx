/** @vitest-environment happy-dom */
import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Composer } from '../store/composer.ts'
import { useFileDrop } from './use-file-drop.ts'

afterEach(cleanup)

const file = new File(['High at noon'], 'notes.txt')

/** Drops a file; returns whether the browser would leave the page. */
const drop = () => fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file] } })

function listen(canAttach: boolean | undefined) {
  const attached = vi.fn<(files: readonly File[]) => void>()
  const composer = { attach: attached, focus: () => undefined } as unknown as Composer
  const hook = renderHook((known: boolean | undefined) => useFileDrop(composer, known), {
    initialProps: canAttach,
  })
  return { attached, rerender: hook.rerender }
}

it('attaches what is dropped', () => {
  const { attached } = listen(true)
  expect(drop()).toBe(false)
  expect(attached).toHaveBeenCalledExactlyOnceWith([file])
})

it('attaches what was dropped before it was known that the agent takes files', () => {
  const { attached, rerender } = listen(undefined)
  expect(drop()).toBe(false)
  expect(attached).not.toHaveBeenCalled()
  rerender(true)
  expect(attached).toHaveBeenCalledExactlyOnceWith([file])
})

it('keeps the page, and attaches nothing, where the agent takes no files', () => {
  const { attached, rerender } = listen(undefined)
  drop()
  rerender(false)
  expect(drop()).toBe(false)
  expect(attached).not.toHaveBeenCalled()
})
