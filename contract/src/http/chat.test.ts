import { expect, it } from 'vitest'
import { opaqueId } from './chat.ts'

it.each(['a', '...', '.a', 'conv-v_agent-1:2', 'x'.repeat(200)])('takes %s for an id', (id) => {
  expect(opaqueId.safeParse(id).success).toBe(true)
})

it.each(['', 'a b', 'a/b', 'é', 'x'.repeat(201)])('does not take %j for an id', (id) => {
  expect(opaqueId.safeParse(id).success).toBe(false)
})

it.each(['.', '..'])('does not take %s for an id, which no address can hold', (id) => {
  expect(opaqueId.safeParse(id).success).toBe(false)
})
