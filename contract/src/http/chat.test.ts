import { expect, it } from 'vitest'
import { opaqueId } from './chat.ts'

it.each(['a', '...', '.a', 'conv-v_agent-1:2', 'x'.repeat(200)])('accepts %s as an id', (id) => {
  expect(opaqueId.safeParse(id).success).toBe(true)
})

it.each(['', 'a b', 'a/b', 'é', 'x'.repeat(201)])('rejects %j as an id', (id) => {
  expect(opaqueId.safeParse(id).success).toBe(false)
})

it.each(['.', '..'])('rejects %s as an id, because it cannot be part of a URL', (id) => {
  expect(opaqueId.safeParse(id).success).toBe(false)
})
