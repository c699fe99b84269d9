import type { Locale } from '@vee/contract/entities/locale'
import { z } from 'zod'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { LlmMessage } from '#providers/llm/llm.ts'
import type { Caller } from '../accounts/index.ts'
import type { ReplySources } from '../sources/index.ts'

/** The caller of a tool, and the signal that aborts the call. */
export interface ToolContext {
  readonly caller: Caller
  readonly locale: Locale
  /** aborts when the reply is canceled or the tool exceeds its timeout */
  readonly signal: AbortSignal
  /** milliseconds since 1970 */
  readonly now: () => number
  /** stores what the tool reads, so that the reply can cite it; undefined if it cannot cite */
  readonly sources?: Pick<ReplySources, 'add'> | undefined
  /** addresses that a search of this reply has found; the tool may add to them */
  readonly foundAddresses?: Set<string> | undefined
  /** adds what the call cost, in US dollars, to the cost of the reply */
  readonly addCost?: (costUsd: number) => void
  /** called when the result contains text from outside, which may try to give the model instructions */
  readonly bringOutsideText?: () => void
  /** the reply that uses the tool */
  readonly reply?: {
    readonly replyId: string
    readonly conversationId?: string | undefined
    readonly projectId?: string | undefined
    readonly agentId?: AgentId | undefined
  }
}

/** The state of the conversation when a model calls a tool. */
export interface ToolCircumstances {
  /** all text that the user spoke or typed in this conversation */
  readonly personsWords: string
  /** true if this reply has read text from outside, which may have caused the following calls */
  readonly hasOutsideText: boolean
  /** addresses that searches of this reply have found */
  readonly foundAddresses?: ReadonlySet<string> | undefined
}

/** A result that is more than text. */
export interface ToolOutput {
  /** for the model */
  readonly text: string
  /** the bytes of pictures that are shown to the caller; unchecked */
  readonly pictures?: readonly Buffer[]
  /** the text with its sources apart, for models that cite them by themselves */
  readonly parts?: NonNullable<LlmMessage['parts']>
}

/** A function of the server that a model can call. */
export interface Tool {
  /** letters, digits, _ and -, at most 64 */
  readonly name: string
  /** the host's MCP server that provides it */
  readonly server?: string
  /** for the model, in English */
  readonly description: string
  /** JSON Schema of the arguments */
  readonly parameters: Readonly<Record<string, unknown>>
  /** true if the caller's consent is required before each call */
  readonly needsConsent: boolean
  /**
   * Returns a description of the consent that this call requires (a consent for the session applies to the
   * same text), or undefined if none is required.
   */
  readonly consentKeyOf?:
    | ((input: unknown, circumstances: ToolCircumstances) => string | undefined)
    | undefined
  /** true if results contain text from outside, which may try to give the model instructions */
  readonly bringsOutsideText?: boolean | undefined
  /** timeout of one call, in ms; default: that of all tools */
  readonly maxRunMs?: number | undefined
  /** default: only the limit of all tools together */
  readonly maxRunsPerReply?: number | undefined
  mayBeUsedBy(caller: Caller): boolean
  /** returns whether a call only reads, and costs nothing: it may run before the question is certain; default: never */
  readonly mayRunEarly?: ((caller: Caller) => boolean) | undefined
  /**
   * Returns the result: text for the model, or text and pictures. Throws ToolFailure with a message for the model; every other
   * error is a bug.
   */
  run(input: unknown, context: ToolContext): Promise<string | ToolOutput>
}

/** Thrown when a tool fails. The message is for the model and the user, in plain English. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
}

interface OwnTool<Input extends z.ZodObject> {
  readonly name: string
  readonly description: string
  readonly input: Input
  readonly mayBeUsedBy?: Tool['mayBeUsedBy']
  readonly mayRunEarly?: Tool['mayRunEarly']
  readonly consentKeyOf?: (input: z.output<Input>, circumstances: ToolCircumstances) => string | undefined
  readonly bringsOutsideText?: boolean
  readonly maxRunsPerReply?: number
  run(input: z.output<Input>, context: ToolContext): Promise<string | ToolOutput>
}

/**
 * Creates a built-in tool. The model's arguments are validated before the call; consent is requested if
 * `consentKeyOf` requires it.
 */
export function ownTool<Input extends z.ZodObject>(tool: OwnTool<Input>): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.input, { io: 'input' })
  return {
    name: tool.name,
    description: tool.description,
    parameters,
    needsConsent: false,
    consentKeyOf(rawInput, circumstances) {
      const input = tool.input.safeParse(rawInput)
      return input.success ? tool.consentKeyOf?.(input.data, circumstances) : undefined
    },
    bringsOutsideText: tool.bringsOutsideText,
    maxRunsPerReply: tool.maxRunsPerReply,
    mayBeUsedBy: tool.mayBeUsedBy ?? (() => true),
    mayRunEarly: tool.mayRunEarly,
    async run(rawInput, context) {
      const input = tool.input.safeParse(rawInput)
      if (!input.success) throw new ToolFailure(whatIsWrong(input.error))
      return await tool.run(input.data, context)
    },
  }
}

/** Returns the validation issues as text, so that the model can correct its next call. */
export const whatIsWrong = ({ issues }: z.ZodError) =>
  issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`)
    .join('; ')
