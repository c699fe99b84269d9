import { RESULT_SCHEMAS, type AgentResult, type ResultKind } from '@vee/contract/entities/agent-result'
import { z } from 'zod'
import type { LlmRequest } from '#providers/llm/llm.ts'
import { whatIsWrong } from '../../tools/index.ts'

type LlmTool = LlmRequest['tools'][number]

const PREFIX = 'show_'
const WHAT_THEY_SHOW: Readonly<Record<ResultKind, string>> = {
  design:
    'Shows a system design on the canvas: Mermaid source, and back-of-envelope numbers as assumptions and formulas over their ids.',
  interview_report: 'Shows the report of a practice interview, with quotes of what the candidate said.',
  quiz: 'Shows a quiz that the learner answers on the screen.',
  flashcards: 'Shows flashcards that the learner keeps and repeats.',
  lesson_plan: 'Shows a lesson plan as steps.',
  audit_slides: 'Shows the audit of an algorithm problem as slides.',
  meeting_summary: 'Shows the summary of a meeting with decisions and action items.',
}

export const resultToolName = (kind: ResultKind) => `${PREFIX}${kind}`

/** Returns the kind of result that a tool of this name makes, if the agent makes it. */
export const kindOfTool = (name: string, kinds: readonly ResultKind[]) =>
  kinds.find((kind) => resultToolName(kind) === name)

const tools = new Map<ResultKind, LlmTool>()

/**
 * Returns the tool that requests a result: tool arguments are the one structured output that every vendor
 * streams.
 */
export function resultTool(kind: ResultKind): LlmTool {
  const cachedTool = tools.get(kind)
  if (cachedTool) return cachedTool
  const schema = z.toJSONSchema(RESULT_SCHEMAS[kind], { io: 'input', unrepresentable: 'any' })
  const { kind: _, ...properties } = schema.properties ?? {}
  const required = schema.required?.filter((name) => name !== 'kind') ?? []
  const parameters = { type: 'object', properties, required, additionalProperties: false }
  const tool = { name: resultToolName(kind), description: WHAT_THEY_SHOW[kind], parameters }
  tools.set(kind, tool)
  return tool
}

export const RESULT_SECTION = `# On the screen
The tools whose names begin with show_ put something on the person's screen. Use the one that fits when you make such a thing, with all of its content, and beside it say in one or two spoken sentences what is there. Do not write the same content as text.`

/** Returns the valid result, or the errors as text for the model. */
export function readResult(
  kind: ResultKind,
  input: unknown,
): { readonly result: AgentResult } | { readonly wrong: string } {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  const read = RESULT_SCHEMAS[kind].safeParse(isObject ? { ...input, kind } : input)
  return read.success ? { result: read.data } : { wrong: whatIsWrong(read.error) }
}
