import { ownerOf, type Caller } from '../accounts/index.ts'
import { DomainError } from '../domain-error.ts'
import { calculate } from './calculate.ts'
import { Consents, type Decision } from './consents.ts'
import { dateTime } from './date-time.ts'
import type { Memory } from './memory.ts'
import { pageTool, type ReadPage } from './read-page.ts'
import type { Tool } from './tool.ts'

interface Answer {
  readonly callId: string
  readonly decision: Decision
  readonly forSession: boolean
}

/** Every tool that the server has, and the answers to whether one may be used. */
export interface Toolbox {
  toolsFor(caller: Caller): readonly Tool[]
  /** what a model is told of the caller's notes; empty when there are none */
  remind(caller: Caller): Promise<string>
  readonly consents: Consents
  /** how much of a prompt the descriptions of MCP servers' tools may take, in tokens */
  readonly outsideToolTokens: number
  /** The caller's answer to a reply that asks. Refuses with NOT_FOUND when none of the caller's asks. */
  decide(caller: Caller, replyId: string, answer: Answer): void
  /** a tool failed in a way that nobody foresaw; it holds nothing said or typed */
  readonly report: (failure: unknown) => void
}

interface ToolboxDependencies {
  readonly memory: Memory
  readonly readPage: ReadPage
  /** of the host's MCP servers, as they are now */
  readonly outsideTools: () => readonly Tool[]
  readonly outsideToolTokens: number
  readonly report: Toolbox['report']
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createToolbox({
  memory,
  readPage,
  outsideTools,
  outsideToolTokens,
  report,
  now,
}: ToolboxDependencies): Toolbox {
  const consents = new Consents(now)
  const own = [calculate, dateTime, pageTool(readPage), ...memory.tools]
  return {
    toolsFor: (caller) => [...own, ...outsideTools()].filter((tool) => tool.mayBeUsedBy(caller)),
    remind: (caller) => memory.remind(caller),
    consents,
    outsideToolTokens,
    decide(caller, replyId, { callId, decision, forSession }) {
      const question = { owner: ownerOf(caller), replyId, callId }
      if (consents.answer(question, decision, forSession)) return
      throw new DomainError('NOT_FOUND', 'Nobody asks for this any more.')
    },
    report,
  }
}
