import { expect, it } from 'vitest'
import type { Tool } from '../../tools/index.ts'
import { offeredTools } from './offered-tools.ts'

const tool = (name: string, description: string, server?: string): Tool => ({
  name,
  description,
  parameters: { type: 'object', properties: { padding: { description: 'x'.repeat(1_000) } } },
  needsConsent: false,
  mayBeUsedBy: () => true,
  run: async () => '',
  ...(server !== undefined && { server }),
})
const own = tool('calculate', 'Works out an expression.')
const many = Array.from({ length: 49 }, (_, index) => tool(`files__${index}`, 'Handles files.', 'files'))
const calendar = tool('office__calendar', 'Adds an appointment to the calendar.', 'office')
const all = [own, ...many, calendar]
const names = (tools: readonly Tool[]) => tools.map(({ name }) => name)
const size = (tools: readonly Tool[]) => JSON.stringify(tools).length / 4

it('offers all tools where they fit', () => {
  expect(offeredTools(all, 'Hello', 100_000)).toEqual(all)
})

it('offers only as many MCP tools as the budget allows, the most relevant first', () => {
  const offered = offeredTools(all, 'Please put an appointment into my calendar', 3_000)
  expect(names(offered)).toContain('calculate')
  expect(names(offered)).toContain('office__calendar')
  expect(size(offered)).toBeLessThan(4_500)
  expect(offered.length).toBeGreaterThan(8)
})

it('offers the first tools of each server if none is relevant', () => {
  expect(names(offeredTools(all, '', 600))).toEqual(['calculate', 'files__0', 'office__calendar'])
})

it("offers only the server's own tools without a budget", () => {
  expect(offeredTools(all, 'calendar', 0)).toEqual([own])
})
