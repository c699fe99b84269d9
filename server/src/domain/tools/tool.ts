import type { Locale } from '@vee/contract/entities/locale'
import { z } from 'zod'
import type { Caller } from '../accounts/index.ts'

/** Who uses a tool, and until when. */
export interface ToolContext {
  readonly caller: Caller
  readonly locale: Locale
  /** aborts when the reply is cut or the tool has taken too long */
  readonly signal: AbortSignal
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** What is known when a model calls a tool. */
export interface ToolCircumstances {
  /** everything that the person said or typed in this conversation */
  readonly personsWords: string
  /** whether this reply has read text from outside: from then on a call may be the wish of that text */
  readonly hasOutsideText: boolean
}

/** Something that the server can do for a model. */
export interface Tool {
  /** letters, digits, _ and -, at most 64 */
  readonly name: string
  /** the host's MCP server that it belongs to */
  readonly server?: string
  /** for the model, in English */
  readonly description: string
  /** JSON Schema of the arguments */
  readonly parameters: Readonly<Record<string, unknown>>
  /** whether the caller is asked before each call */
  readonly needsConsent: boolean
  /**
   * Whether this very call has to be allowed: returns what consent is asked for (one that was given for the session holds for
   * the same text), or undefined.
   */
  readonly consentFor?: ((given: unknown, circumstances: ToolCircumstances) => string | undefined) | undefined
  /** whether results hold text from outside, which may try to give the model orders */
  readonly bringsOutsideText?: boolean | undefined
  mayBeUsedBy(caller: Caller): boolean
  /** The result as text for the model. Throws ToolFailure with words for the model; anything else is a fault of ours. */
  run(given: unknown, context: ToolContext): Promise<string>
}

/** A tool could not do what it was asked; the message is for the model and the person, plain English. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
}

interface OwnTool<Input extends z.ZodObject> {
  readonly name: string
  readonly description: string
  readonly input: Input
  readonly mayBeUsedBy?: Tool['mayBeUsedBy']
  readonly consentFor?: (given: z.output<Input>, circumstances: ToolCircumstances) => string | undefined
  readonly bringsOutsideText?: boolean
  run(given: z.output<Input>, context: ToolContext): Promise<string>
}

/** A tool of Vee's own: what the model gave is validated before it runs; consent is asked for where `consentFor` wants it. */
export function ownTool<Input extends z.ZodObject>(tool: OwnTool<Input>): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.input, { io: 'input' })
  return {
    name: tool.name,
    description: tool.description,
    parameters,
    needsConsent: false,
    consentFor(given, circumstances) {
      const input = tool.input.safeParse(given)
      return input.success ? tool.consentFor?.(input.data, circumstances) : undefined
    },
    bringsOutsideText: tool.bringsOutsideText,
    mayBeUsedBy: tool.mayBeUsedBy ?? (() => true),
    async run(given, context) {
      const input = tool.input.safeParse(given)
      if (!input.success) throw new ToolFailure(whatIsWrong(input.error))
      return await tool.run(input.data, context)
    },
  }
}

/** What a model needs to know to give it right the next time. */
export const whatIsWrong = ({ issues }: z.ZodError) =>
  issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`)
    .join('; ')
