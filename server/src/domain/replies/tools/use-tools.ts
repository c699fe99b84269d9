import type { Attachment } from '@vee/contract/entities/attachment'
import type { ResultKind } from '@vee/contract/entities/agent-result'
import type { ChatRequest } from '@vee/contract/http/chat'
import type { ToolCall } from '@vee/contract/entities/message'
import { MAX_TOOL_RESULT_LENGTH, type ToolRun } from '@vee/contract/entities/tool-run'
import type { LoadedAgent } from '#agents/index.ts'
import type { LlmMessage, LlmRequest } from '#providers/llm/llm.ts'
import { callerKeyOf, type Caller } from '../../accounts/index.ts'
import { type ReplySources, SOURCE_RULES } from '../../sources/index.ts'
import {
  KNOWLEDGE_TOOL,
  MEMORY_TOOLS,
  READING_TOOLS,
  type RetrievalRequest,
  type NotesRequest,
  SEARCH_TOOL,
  type Tool,
  type ToolContext,
  ToolFailure,
  type Toolbox,
} from '../../tools/index.ts'
import type { AgentTools } from '../together/ask-tools.ts'
import type { ReplyAccumulator, CallNature } from '../run/reply-accumulator.ts'
import type { ModelAbility, ModelRequest } from '../model-request.ts'
import { retrievalOf } from './retrieval.ts'
import { offeredTools } from './offered-tools.ts'
import type { EmitReplyEvent } from '../ports.ts'
import { kindOfTool, readResult, RESULT_SECTION, resultTool } from './make-result.ts'
import { type VendorSearchAbility, VendorSearchRuns } from './vendor-search.ts'

/** Tool calls per reply. */
const MAX_RUNS = 12
/** Part of one result that is passed to the model, in UTF-16 code units. */
const MAX_SHOWN_LENGTH = 20_000
/** Timeout of one tool call, in ms. */
const TOOL_TIMEOUT_MS = 30_000
/** Attempts to repair an invalid result, per kind. */
const MAX_REPAIRS = 1

interface ToolUseOptions {
  readonly toolbox: Toolbox
  readonly caller: Caller
  readonly replyId: string
  readonly locale: ToolContext['locale']
  readonly now: () => number
  /** false if no client can answer a consent request */
  readonly canAsk: boolean
  readonly usesTools: boolean
  /** the reply may use the tools that only read, even if it uses no others */
  readonly readsTheWeb: boolean
  /** the caller allows that queries go to a search engine */
  readonly searchesTheWeb: boolean
  /** what tools read is stored here; undefined if the reply cannot cite */
  readonly sources: ReplySources | undefined
  /** the model searches by its vendor's search, in place of the host's engines */
  readonly vendorSearch: VendorSearchAbility | undefined
  readonly reply: ToolContext['reply']
  /** the last question of the person; empty without one */
  readonly question: string
  /** how what is stored is searched before the model is asked; undefined if it must not be */
  readonly retrieval: Pick<RetrievalRequest, 'mayUseStored' | 'isSpoken' | 'wanted'> | undefined
  /** false if the caller wants no notes of theirs written */
  readonly mayWriteNotes: boolean
  /** what the member's notes are chosen for; undefined if none must be used */
  readonly notesRequest: NotesRequest | undefined
  readonly results: readonly ResultKind[]
  /** everything that the user typed or spoke in this conversation */
  readonly personsWords: string
  /** the conversation contains files, whose text may try to give the model instructions */
  readonly hasDocuments: boolean
  /** returns whether earlier replies of the conversation have used text from outside */
  readonly hadOutsideText: () => Promise<boolean>
  /** stores a picture that a tool returned; undefined if it cannot be shown */
  readonly storePicture: StorePicture | undefined
  /** the tools by which the agent asks others */
  readonly agentTools: AgentTools | undefined
  /** the caller's own tools, which replace all others */
  readonly callerTools: LlmRequest['tools'] | undefined
}

type StorePicture = (bytes: Buffer, name: string) => Promise<Attachment | undefined>

interface ToolRequest extends ChatRequest {
  readonly replyId: string
  readonly locale: ToolContext['locale']
  readonly modelRequest?: Pick<ModelRequest, 'tools'> | undefined
  readonly hadOutsideText?: () => Promise<boolean>
  /** what tools read is stored here; undefined if the reply cannot cite */
  readonly sources?: ReplySources | undefined
  /** how the model searches by its vendor's search; undefined if it does not */
  readonly vendorSearch?: VendorSearchAbility | undefined
  /** the tools by which the agent asks others; default: none */
  readonly agentTools?: AgentTools | undefined
}

/** What an agent may use. */
type ToolAgent = Pick<LoadedAgent, 'id' | 'usesTools' | 'readsTheWeb' | 'results'>

/**
 * Returns the tools of the agent for this question, without those that the caller disabled and without
 * results that the client does not render. A model that cannot call tools gets what is stored beforehand.
 */
export function toolUseOf(
  request: ToolRequest,
  caller: Caller,
  { ability, ...ofAgent }: ToolAgent & { readonly ability: ModelAbility },
  toolbox: Toolbox,
  now: () => number,
  storePicture?: StorePicture,
): ToolUse {
  const agent = ability.canUseTools ? ofAgent : { ...ofAgent, ...WITHOUT_TOOLS }
  const mayUseTools = request.useTools !== false && request.modelRequest?.tools === undefined
  const shows = request.acceptsResults === true || request.resultKind !== undefined
  const mayRead = (agent.usesTools || agent.readsTheWeb) && mayUseTools && request.sources !== undefined
  const question = request.messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const vendorSearch = mayRead && request.useSearch !== false ? request.vendorSearch : undefined
  return new ToolUse({
    toolbox,
    caller,
    storePicture,
    replyId: request.replyId,
    locale: request.locale,
    now,
    canAsk: request.stream === true,
    usesTools: agent.usesTools && mayUseTools,
    readsTheWeb: agent.readsTheWeb && mayUseTools,
    searchesTheWeb: request.useSearch !== false,
    sources: request.sources,
    vendorSearch,
    reply: {
      replyId: request.replyId,
      conversationId: request.conversationId,
      projectId: request.projectId,
      agentId: agent.id,
    },
    question,
    retrieval: ability.readsPrompt ? retrievalOf(request, ofAgent) : undefined,
    mayWriteNotes: request.history?.useAdvancedMemory !== false,
    notesRequest: mayUseNotes(request, ofAgent)
      ? { agentId: agent.id, question, canForget: ability.canUseTools }
      : undefined,
    agentTools: (agent.usesTools || agent.readsTheWeb) && mayUseTools ? request.agentTools : undefined,
    results: shows && vendorSearch !== 'without-tools' ? agent.results : [],
    callerTools: request.modelRequest?.tools,
    hadOutsideText: request.hadOutsideText ?? (async () => false),
    hasDocuments: request.messages.some(({ attachments = [] }) => attachments.length > 0),
    personsWords: request.messages
      .flatMap(({ role, content }) => (role === 'user' ? content : []))
      .join('\n'),
  })
}

/** Agents that may use anything know the member's notes, whether or not their model can call tools. */
const mayUseNotes = (
  { history, useTools, modelRequest }: ToolRequest,
  { usesTools, readsTheWeb }: ToolAgent,
): boolean =>
  history?.useAdvancedMemory !== false &&
  (usesTools || readsTheWeb) &&
  useTools !== false &&
  modelRequest?.tools === undefined

/** An agent whose model cannot call tools: its results are read from the text of its reply. */
const WITHOUT_TOOLS = { usesTools: false, readsTheWeb: false, results: [] } as const

/** The tools of one reply: which are offered, who handles a call, and its result. */
export class ToolUse {
  readonly #options: ToolUseOptions
  readonly #tools: readonly Tool[]
  readonly #offered: readonly Tool[]
  readonly #triesOf = new Map<ResultKind, number>()
  /** kinds whose invalid result was requested again */
  readonly #repairing = new Set<ResultKind>()
  readonly #vendorSearchRuns = new VendorSearchRuns()
  #runs = 0
  readonly #runsOf = new Map<string, number>()
  readonly #foundAddresses = new Set<string>()
  #costUsd = 0
  #hasRetrieved = false
  #hasOutsideText: boolean

  constructor(options: ToolUseOptions) {
    this.#options = options
    this.#tools = toolsOf(options)
    this.#hasOutsideText = options.hasDocuments
    this.#offered = offeredTools(this.#tools, options.personsWords, options.toolbox.outsideToolTokens)
  }

  /** whether a tool has brought text from outside, or files contain it */
  get hasOutsideText(): boolean {
    return this.#hasOutsideText
  }

  /** what the calls of tools cost, in US dollars; settled in the ledger */
  get costUsd(): number {
    return this.#costUsd
  }

  /** what tools have read, for the reply to cite */
  get sources(): ReplySources | undefined {
    return this.#options.sources
  }

  /** whether the reply may have to cite: the web can be searched, or the conversation has sources */
  get mayCite(): boolean {
    const { sources } = this.#options
    const searches = this.searchesByVendor || this.#tools.some(({ name }) => name === SEARCH_TOOL)
    return sources !== undefined && (sources.hasAny || searches)
  }

  /** whether the model searches by its vendor's search */
  get searchesByVendor(): boolean {
    return this.#options.vendorSearch !== undefined
  }

  /** Lets the pages be read that the vendor's search finds. */
  readFoundPages(abortSignal: AbortSignal): void {
    const { sources, toolbox } = this.#options
    if (this.searchesByVendor) sources?.readFoundWith((url) => toolbox.readFound(url, abortSignal))
  }

  /** Shows a search of the vendor as a run of the tool that searches. */
  showVendorSearch(...[event, accumulator, emit]: Parameters<VendorSearchRuns['show']>): void {
    if (event.pages) this.#hasOutsideText = true
    for (const { url } of event.pages ?? []) this.#foundAddresses.add(url)
    this.#vendorSearchRuns.show(event, accumulator, emit)
  }

  /** the sources that the reply may cite; undefined: brackets in its text mean something else */
  get citable(): ReplySources | undefined {
    const { sources } = this.#options
    return this.mayCite || sources?.hasDocuments ? sources : undefined
  }

  get offered(): LlmRequest['tools'] {
    return [
      ...(this.#options.callerTools ?? []),
      ...this.#offered.map(({ name, description, parameters }) => ({ name, description, parameters })),
      ...this.#options.results.map(resultTool),
    ]
  }

  /** whether the tools are the caller's, which must not be dropped silently */
  get areCallers(): boolean {
    return this.#options.callerTools !== undefined
  }

  /** Returns the prompt with instructions for the tools. */
  async instructed(prompt: string): Promise<string> {
    const { results, toolbox, caller, notesRequest } = this.#options
    const [notes, knowledge] = await Promise.all([
      notesRequest ? toolbox.notesForPrompt(notesRequest, caller) : '',
      this.#retrieveKnowledge(),
    ])
    const rules = this.mayCite ? SOURCE_RULES : ''
    return [prompt, notes, knowledge, results.length > 0 ? RESULT_SECTION : '', rules]
      .filter(Boolean)
      .join('\n\n')
  }

  /** Returns what the reply needs of what is stored; once, whether or not the model turns out to accept tools. */
  async #retrieveKnowledge(
    canSearch = this.#tools.some(({ name }) => name === KNOWLEDGE_TOOL),
  ): Promise<string> {
    const { toolbox, caller, sources, reply, question, retrieval } = this.#options
    if (reply?.agentId === undefined || !retrieval || this.#hasRetrieved) return ''
    const { agentId, conversationId, projectId } = reply
    const retrieved = await toolbox.retrieveKnowledge(
      { agentId, conversationId, projectId, question, canSearch, ...retrieval },
      { caller, sources },
    )
    this.#hasRetrieved = retrieved !== ''
    this.#hasOutsideText ||= this.#hasRetrieved
    return retrieved
  }

  /** Returns the prompt for a model that has turned out to reject tools. */
  async instructedWithoutTools(system: string): Promise<string> {
    const couldCite = this.mayCite
    const retrieved = await this.#retrieveKnowledge(false)
    return [system, retrieved, couldCite || !this.mayCite ? '' : SOURCE_RULES].filter(Boolean).join('\n\n')
  }

  readonly toolKindOf = (name: string): CallNature => {
    const result = kindOfTool(name, this.#options.results)
    if (result) return { result }
    return this.#tools.some((tool) => tool.name === name) ? 'server' : 'caller'
  }

  /**
   * Returns whether these calls only produce valid results to display, so that the model need not be called
   * again.
   */
  hasShownAll(calls: readonly ToolCall[]): boolean {
    return this.#repairing.size === 0 && calls.every(({ name }) => kindOfTool(name, this.#options.results))
  }

  /** whether the agent has handed the conversation over, so that it says nothing more */
  get hasHandedOver(): boolean {
    return this.#options.agentTools?.handOver !== undefined
  }

  /** Returns whether these calls only read, for nothing, so that they may run before the question is certain. */
  mayRunEarly(calls: readonly ToolCall[]): boolean {
    const { caller } = this.#options
    return calls.every(({ name }) =>
      this.#tools.some((tool) => tool.name === name && tool.mayRunEarly?.(caller) === true),
    )
  }

  /** Runs a call, emits its events, and returns its result for the model. */
  async run(
    call: ToolCall,
    accumulator: ReplyAccumulator,
    abortSignal: AbortSignal,
    emit: EmitReplyEvent,
  ): Promise<ToolResult> {
    const kind = kindOfTool(call.name, this.#options.results)
    if (kind) return { content: this.#show(kind, call, accumulator) }
    const tool = this.#tools.find(({ name }) => name === call.name)
    if (!tool) return { content: 'There is no such tool.' }
    const { toolbox, caller, replyId } = this.#options
    const consent = await this.#consentKeyOf(tool, call)
    const question = { owner: callerKeyOf(caller), replyId, callId: call.id, tool: consent ?? tool.name }
    const needsConsent = consent !== undefined && !toolbox.consents.isGiven(question.owner, consent)
    const facts = { id: call.id, name: tool.name, arguments: call.arguments, ...serverOf(tool) }
    emit({ type: 'tool_started', ...facts, needsConsent: needsConsent && this.#options.canAsk })
    const isAllowed =
      !needsConsent ||
      (this.#options.canAsk && (await toolbox.consents.ask(question, abortSignal)) === 'allow')
    const {
      content,
      outcome,
      pictures: returned = [],
      parts,
    } = isAllowed ? await this.#use(tool, call, abortSignal) : DENIED
    // Error texts of an MCP server are untrusted too; those of the page reader are the server's own.
    const hasText = outcome === 'done' || (outcome === 'failed' && tool.server !== undefined)
    if (hasText && tool.bringsOutsideText === true) this.#hasOutsideText = true
    const pictures = await this.#storePictures(returned, tool)
    const run: ToolRun = {
      ...facts,
      result: content.slice(0, MAX_TOOL_RESULT_LENGTH),
      outcome,
      ...(pictures.length > 0 && { pictures }),
    }
    accumulator.storeRun(run)
    emit({
      type: 'tool_finished',
      id: run.id,
      result: run.result,
      outcome,
      ...(run.pictures && { pictures: run.pictures }),
    })
    return { content, ...(parts && { parts }) }
  }

  async #storePictures(pictures: readonly Buffer[], { name }: Tool): Promise<Attachment[]> {
    const { storePicture } = this.#options
    if (!storePicture) return []
    const stored = await Promise.all(
      pictures.map((bytes, index) => storePicture(bytes, `${name}-${index + 1}`)),
    )
    return stored.filter((picture) => picture !== undefined)
  }

  /** Returns what needs consent before this call; undefined if nothing does. */
  async #consentKeyOf(tool: Tool, call: ToolCall): Promise<string | undefined> {
    if (tool.needsConsent) return tool.name
    if (!tool.consentKeyOf) return undefined
    const { personsWords } = this.#options
    return tool.consentKeyOf(parseArguments(call.arguments), {
      personsWords,
      foundAddresses: this.#foundAddresses,
      hasOutsideText: this.#hasOutsideText || (await this.#options.hadOutsideText()),
    })
  }

  #show(kind: ResultKind, call: ToolCall, accumulator: ReplyAccumulator): string {
    const tries = (this.#triesOf.get(kind) ?? 0) + 1
    this.#triesOf.set(kind, tries)
    const read = readResult(kind, parseArguments(call.arguments))
    this.#repairing.delete(kind)
    if ('result' in read) {
      accumulator.storeResult(read.result)
      return 'It is on the screen now. Say in one or two sentences what is there, if you have not yet.'
    }
    if (tries > MAX_REPAIRS) return 'It cannot be shown. Say what matters of it in words.'
    this.#repairing.add(kind)
    return `It is not valid: ${read.wrong}. Call the tool once more with all of it, corrected.`
  }

  async #use(tool: Tool, call: ToolCall, abortSignal: AbortSignal): Promise<Outcome> {
    const runs = (this.#runsOf.get(tool.name) ?? 0) + 1
    this.#runsOf.set(tool.name, runs)
    if (++this.#runs > MAX_RUNS) return failed('No more tools can be used in this answer.')
    if (runs > (tool.maxRunsPerReply ?? MAX_RUNS))
      return failed('This tool cannot be used again in this answer. Answer with what you have.')
    const input = parseArguments(call.arguments)
    if (input === undefined) return failed('The arguments are not JSON.')
    const { caller, locale, now, toolbox, sources, reply } = this.#options
    const timeUp = AbortSignal.timeout(tool.maxRunMs ?? TOOL_TIMEOUT_MS)
    const signal = AbortSignal.any([abortSignal, timeUp])
    try {
      const running = tool.run(input, {
        caller,
        locale,
        now,
        signal,
        sources,
        foundAddresses: this.#foundAddresses,
        addCost: (costUsd) => (this.#costUsd += costUsd),
        bringOutsideText: () => (this.#hasOutsideText = true),
        ...(reply && { reply }),
      })
      const output = await Promise.race([running, rejection(signal)])
      const { text, pictures = [], parts } = typeof output === 'string' ? { text: output } : output
      return {
        content: text.slice(0, MAX_SHOWN_LENGTH),
        outcome: 'done',
        pictures,
        ...(parts && text.length <= MAX_SHOWN_LENGTH && { parts }),
      }
    } catch (error) {
      if (error instanceof ToolFailure) return failed(error.message)
      if (abortSignal.aborted) return failed('It was stopped.')
      if (timeUp.aborted) return failed('It took too long.')
      toolbox.report(error)
      return failed('It failed.')
    }
  }
}

/** Returns the tools that the reply may call. */
function toolsOf({
  usesTools,
  readsTheWeb,
  searchesTheWeb,
  vendorSearch,
  mayWriteNotes,
  toolbox,
  caller,
  agentTools,
}: ToolUseOptions): readonly Tool[] {
  if ((!usesTools && !readsTheWeb) || vendorSearch === 'without-tools') return []
  const mayUseEngine = searchesTheWeb && vendorSearch === undefined
  const tools = toolbox
    .toolsFor(caller)
    .filter(({ name, server }) => usesTools || (server === undefined && READING_TOOLS.has(name)))
    .filter(({ name, server }) => mayWriteNotes || server !== undefined || !MEMORY_TOOLS.has(name))
    .filter(({ name, server }) => mayUseEngine || server !== undefined || name !== SEARCH_TOOL)
  return [...tools, ...(agentTools?.tools ?? [])]
}

/** What a tool returned to the model. */
export interface ToolResult {
  readonly content: string
  /** the same with its sources apart, for models that cite them by themselves */
  readonly parts?: NonNullable<LlmMessage['parts']>
}

interface Outcome extends ToolResult {
  readonly outcome: ToolRun['outcome']
  readonly pictures?: readonly Buffer[]
}

const DENIED: Outcome = { content: 'The person did not allow this.', outcome: 'denied' }
const failed = (content: string): Outcome => ({ content, outcome: 'failed' })
const serverOf = ({ server }: Tool) => (server === undefined ? {} : { server })

/** Returns an empty object for no arguments, and undefined for invalid JSON. */
function parseArguments(json: string): unknown {
  if (json.trim() === '') return {}
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new Error('aborted'))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
