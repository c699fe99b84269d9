import type { Caller } from '../accounts/index.ts'
import { calculate } from './calculate.ts'
import { Consents } from './consents.ts'
import { dateTime } from './date-time.ts'
import type { Memory } from './memory.ts'
import { pageTool, type ReadPage } from './read-page.ts'
import type { Tool } from './tool.ts'

/** Every tool that the server has, and the answers to whether one may be used. */
export interface Toolbox {
  toolsFor(caller: Caller): readonly Tool[]
  /** what a model is told of the caller's notes; empty when there are none */
  remind(caller: Caller): Promise<string>
  readonly consents: Consents
}

interface ToolboxDependencies {
  readonly memory: Memory
  readonly readPage: ReadPage
  /** of the host's MCP servers, as they are now */
  readonly outsideTools: () => readonly Tool[]
  readonly now: () => number
}

export function createToolbox({ memory, readPage, outsideTools, now }: ToolboxDependencies): Toolbox {
  const own = [calculate, dateTime, pageTool(readPage), ...memory.tools]
  return {
    toolsFor: (caller) => [...own, ...outsideTools()].filter((tool) => tool.mayBeUsedBy(caller)),
    remind: (caller) => memory.remind(caller),
    consents: new Consents(now),
  }
}

/** No tools at all. */
export const noToolbox = (now: () => number): Toolbox => ({
  toolsFor: () => [],
  remind: async () => '',
  consents: new Consents(now),
})
