import { callerKeyOf, type Caller } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import { calculateTool } from './calculate.ts'
import { Consents, type Decision } from './consents.ts'
import { dateTime } from './date-time.ts'
import type { Knowledge } from '../knowledge/index.ts'
import type { Memory, NotesRequest } from './memory.ts'
import type { UnnumberedSource } from '../sources/index.ts'
import { pageTool, type ReadPage, readFoundPage } from './read-page.ts'
import { knowledgeTool, retrieveKnowledge, type RetrievalRequest } from './search-knowledge.ts'
import { searchTool } from './search-web.ts'
import type { Tool, ToolContext } from './tool.ts'
import type { WebSearch } from './web-search.ts'

interface Answer {
  readonly callId: string
  readonly decision: Decision
  readonly forSession: boolean
}

/** Manages all tools of the server and the users' decisions about their use. */
export interface Toolbox {
  toolsFor(caller: Caller): readonly Tool[]
  /** returns the text about the caller's notes for the prompt; empty if there are none */
  notesForPrompt(reply: NotesRequest, caller: Caller): Promise<string>
  /** returns passages of knowledge for the prompt; empty if there are none */
  retrieveKnowledge(
    request: RetrievalRequest,
    context: Pick<ToolContext, 'caller' | 'sources'>,
  ): Promise<string>
  readonly consents: Consents
  /** Reads a page that the search of a model's vendor has found; resolves with undefined if it cannot be read. */
  readFound(url: string, signal: AbortSignal): Promise<UnnumberedSource | undefined>
  /** limit for the descriptions of MCP servers' tools in a prompt, in tokens */
  readonly outsideToolTokens: number
  /**
   * Passes the caller's decision to a reply that waits for it. Throws NOT_FOUND if no reply of the caller
   * waits.
   */
  decide(caller: Caller, replyId: string, answer: Answer): void
  /** called when a tool throws an unexpected error; the error contains no spoken or typed text */
  readonly report: (failure: unknown) => void
}

interface ToolboxDependencies {
  readonly memory: Memory
  readonly readPage: ReadPage
  readonly webSearch: WebSearch
  readonly knowledge: Pick<Knowledge, 'passages' | 'knowledgeFor'>
  /** returns the current tools of the host's MCP servers */
  readonly outsideTools: () => readonly Tool[]
  readonly outsideToolTokens: number
  readonly report: Toolbox['report']
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createToolbox({
  memory,
  readPage,
  webSearch,
  knowledge,
  outsideTools,
  outsideToolTokens,
  report,
  now,
}: ToolboxDependencies): Toolbox {
  const consents = new Consents(now)
  const own = [
    calculateTool,
    dateTime,
    pageTool(readPage),
    searchTool(webSearch, readPage),
    knowledgeTool(knowledge),
    ...memory.tools,
  ]
  return {
    toolsFor: (caller) => [...own, ...outsideTools()].filter((tool) => tool.mayBeUsedBy(caller)),
    notesForPrompt: (reply, caller) => memory.notesForPrompt(reply, caller),
    retrieveKnowledge: (request, context) => retrieveKnowledge(knowledge, request, context),
    consents,
    readFound: (url, signal) => readFoundPage(readPage, url, signal),
    outsideToolTokens,
    decide(caller, replyId, { callId, decision, forSession }) {
      const question = { owner: callerKeyOf(caller), replyId, callId }
      if (consents.answer(question, decision, forSession)) return
      throw new DomainError('NOT_FOUND', 'The request was cancelled.')
    },
    report,
  }
}
