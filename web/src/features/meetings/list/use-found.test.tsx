/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { FakeVee } from '../../../../../fakes/vee/index.ts'
import { createServerRepository } from '../repositories/server-repository.ts'
import { ALL, useFound } from './use-found.ts'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))

const page = (id: string, nextCursor: string | null) => ({ items: [{ id }], nextCursor })

it('discards the result of an outdated search', async () => {
  const repository = createServerRepository(createApi({ origin: vee.url }))
  const { result, rerender } = renderHook(({ query }) => useFound(repository, query), {
    initialProps: { query: ALL },
  })
  ;(await vee.next()).json(200, page('all', 'next'))
  await vi.waitFor(() => expect(result.current.result).toMatchObject({ items: [{ id: 'all' }] }))
  const more = result.current.more()
  const rest = await vee.next()
  rerender({ query: { ...ALL, q: 'boat' } })
  ;(await vee.next()).json(200, page('boat', null))
  await vi.waitFor(() => expect(result.current.result).toMatchObject({ items: [{ id: 'boat' }] }))
  rest.json(200, page('rest', null))
  await act(() => more)
  expect(result.current.result).toMatchObject({ items: [{ id: 'boat' }] })
})
