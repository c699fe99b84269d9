import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  isEnough,
  proofReport,
  runSourceCases,
  type SourceWorld,
  startSourceWorld,
} from '../../evals/run-source-cases.ts'
import { SOURCE_CASES } from '../../evals/source-cases.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// The 30 questions of `npm run evals -- --sources`: what the proof of citations decides, by a scripted model.

let world: SourceWorld
let servers: TestServers
beforeEach(async () => {
  world = await startSourceWorld()
  servers = await createTestServers()
})
afterEach(async () => {
  await servers.close()
  await world.close()
})

it('proves at least 90 % of what pages say, and leaves no number at what they do not say', async () => {
  expect(SOURCE_CASES).toHaveLength(30)
  const url = await servers.start(world.settings)
  const token = await servers.register('ann@example.org')
  const figures = await runSourceCases({ url, token }, world)
  expect([isEnough(figures), proofReport(figures)]).toEqual([true, expect.any(String)])
})
