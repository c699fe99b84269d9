/** @vitest-environment happy-dom */
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { usePages } from './use-pages.ts'

afterEach(cleanup)

const fail = (error: unknown) => expect.unreachable(String(error))

interface Page {
  readonly items: readonly string[]
  readonly nextCursor: string | null
}

it('discards the remaining pages of a list that is not displayed any more', async () => {
  const asked = new Map<string, PromiseWithResolvers<Page>>()
  const read = (name: string) => {
    const pending = Promise.withResolvers<Page>()
    asked.set(name, pending)
    return pending.promise
  }
  const { result, rerender } = renderHook(
    ({ filter }) => usePages(filter, ({ cursor = '' }) => read(`${filter}${cursor}`), fail),
    { initialProps: { filter: 'old' } },
  )
  const first = { items: ['old 1'], nextCursor: ' more' }
  await act(async () => asked.get('old')?.resolve(first))
  const more = result.current.readMore(first)
  rerender({ filter: 'new' })
  await act(async () => asked.get('new')?.resolve({ items: ['new 1'], nextCursor: null }))
  await act(async () => {
    asked.get('old more')?.resolve({ items: ['old 2'], nextCursor: null })
    await more
  })
  expect(result.current.answer).toEqual({ status: 'ready', value: { items: ['new 1'], nextCursor: null } })
})
