import { expect, it } from 'vitest'
import type { StoredReply } from '#domain/replies/index.ts'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import { createReplyStore } from './replies.ts'

const database = await openFileDatabase()

const kept = (replyId: string, endedAt: number, content = 'Grüße 会議 👩‍🚀'): StoredReply => ({
  owner: 'session:ann',
  replyId,
  endedAt,
  events: [{ type: 'chunk', content }],
})

it('returns saved replies, the oldest first, and only recent ones', async () => {
  const store = createReplyStore(database)
  await store.save([kept('r3', 300), kept('r1', 100), kept('r2', 200)])
  expect(await store.load(100)).toEqual([kept('r2', 200), kept('r3', 300)])
})

it('stores one reply per id, the newest', async () => {
  const store = createReplyStore(database)
  await store.save([kept('r4', 400)])
  await store.save([kept('r4', 500, 'again')])
  expect(await store.load(399)).toEqual([kept('r4', 500, 'again')])
})

it('is empty after it was purged', async () => {
  const store = createReplyStore(database)
  await store.save([])
  await store.purge()
  expect(await store.load(0)).toEqual([])
})
