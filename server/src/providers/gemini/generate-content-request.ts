import type { LlmMessage, LlmOptions, LlmRequest } from '../llm/llm.ts'
import { keptTurnOf } from '../llm/kept-turns.ts'
import { argumentsOf, OPENING_TEXT } from '../wire/alternating-turns.ts'
import type { ThoughtSignatures } from './thought-signatures.ts'

/** Inserted before a conversation that the assistant started, because the first turn must be the user's. */
const OPENING: Content = { role: 'user', parts: [{ text: OPENING_TEXT }] }

/**
 * Google's documented value for a function call of unknown origin, for example of another vendor's model: the
 * validation is skipped.
 */
const NO_SIGNATURE = 'skip_thought_signature_validator'

interface Content {
  readonly role: 'user' | 'model'
  readonly parts: readonly Part[]
}

type Part =
  | { readonly text: string }
  | { readonly inlineData: { readonly mimeType: string; readonly data: string } }
  | {
      readonly functionCall: { readonly id: string; readonly name: string; readonly args: object }
      readonly thoughtSignature?: string
    }
  | { readonly functionResponse: { readonly id: string; readonly name: string; readonly response: object } }

/** Returns the body of `POST …:streamGenerateContent`. */
export function generateContentRequest(request: LlmRequest, signatures: ThoughtSignatures): object {
  const { system, messages } = request
  const generationConfig = generationConfigOf(request)
  return {
    contents: alternating(messages, request.model, signatures),
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    ...toolsOf(request),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
  }
}

/** Returns whether a model uses Google's search along with functions: since Gemini 3. */
export const combinesTools = (model: string): boolean => LEVELED.test(model)

function toolsOf({ tools, toolChoice, search, model }: LlmRequest): object {
  const functionDeclarations = tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }))
  const hasFunctions = functionDeclarations.length > 0 && (!search || combinesTools(model))
  const toolConfig = {
    ...(hasFunctions && toolChoice && { functionCallingConfig: callingConfigOf(toolChoice) }),
    // The API requires it where both kinds of tools are given.
    ...(hasFunctions && search && { includeServerSideToolInvocations: true }),
  }
  return {
    ...((hasFunctions || search) && {
      tools: [...(hasFunctions ? [{ functionDeclarations }] : []), ...(search ? [{ googleSearch: {} }] : [])],
    }),
    ...(Object.keys(toolConfig).length > 0 && { toolConfig }),
  }
}

function callingConfigOf(choice: NonNullable<LlmRequest['toolChoice']>): object {
  if (choice === 'none') return { mode: 'NONE' }
  return choice === 'required' ? { mode: 'ANY' } : { mode: 'ANY', allowedFunctionNames: [choice.name] }
}

function generationConfigOf({ maxOutputTokens, options = {}, ...request }: LlmRequest): object {
  const thinking = thinkingOf(request)
  return {
    // The API counts the thoughts as part of the reply.
    ...(maxOutputTokens !== undefined && { maxOutputTokens: maxOutputTokens + (thinking?.budget ?? 0) }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(options.topP !== undefined && { topP: options.topP }),
    ...(options.seed !== undefined && { seed: options.seed % 2 ** 31 }),
    ...(options.presencePenalty !== undefined && { presencePenalty: options.presencePenalty }),
    ...(options.frequencyPenalty !== undefined && { frequencyPenalty: options.frequencyPenalty }),
    ...(options.stop && { stopSequences: options.stop }),
    ...(options.responseFormat && responseFormatOf(options.responseFormat)),
    ...(thinking && { thinkingConfig: thinking.config }),
  }
}

function responseFormatOf(format: NonNullable<LlmOptions['responseFormat']>): object {
  const schema = format.type === 'json_schema' ? format.json_schema['schema'] : undefined
  return {
    responseMimeType: 'application/json',
    ...(schema !== undefined && { responseJsonSchema: schema }),
  }
}

interface Thinking {
  readonly config: object
  /** tokens in addition to those of the reply */
  readonly budget: number
}

/** Models whose thinking is limited by a number of tokens. */
const BUDGETED = /^(?:models\/)?gemini-2\.5-/
/** The smallest budget of the Pro model in tokens; the others can go without thoughts. */
const PRO_LEAST_BUDGET = 128
const BUDGETS = { none: 0, low: 2_048, medium: 8_192, high: 16_384 } as const
/** Models whose thinking has levels: Gemini 3 and later, and the names of the latest ones. */
const LEVELED = /^(?:models\/)?gemini-(?:[3-9]|\d\d|(?:pro|flash|flash-lite)-latest)/
/** Models with the level `minimal`; `low` is the least of the others. */
const MINIMAL = /^(?:models\/)?gemini-3(?:\.[1-5])?-flash/
/** Room for the thoughts of the least level, in tokens. */
const MIN_LEVEL_TOKENS = 2_048

/**
 * Returns the thinking for the requested effort, by default as little as the model allows, because users wait
 * for the first word. Undefined for models that do not think. Thoughts are returned only if they were requested.
 */
function thinkingOf({
  model,
  reasoningEffort = 'none',
}: Pick<LlmRequest, 'model' | 'reasoningEffort'>): Thinking | undefined {
  const wanted = { ...(reasoningEffort !== 'none' && { includeThoughts: true }) }
  if (BUDGETED.test(model)) {
    const isPro = model.includes('-pro')
    const budget = Math.max(BUDGETS[reasoningEffort], isPro ? PRO_LEAST_BUDGET : 0)
    return { config: { ...wanted, thinkingBudget: budget }, budget }
  }
  if (!LEVELED.test(model)) return undefined
  const least = MINIMAL.test(model) ? 'minimal' : 'low'
  const thinkingLevel = (reasoningEffort === 'none' ? least : reasoningEffort).toUpperCase()
  const budget = Math.max(BUDGETS[reasoningEffort], MIN_LEVEL_TOKENS)
  return { config: { ...wanted, thinkingLevel }, budget }
}

/**
 * Returns turns with alternating roles, starting with the user's. Adjacent turns of one role are merged,
 * empty ones are dropped.
 */
function alternating(
  messages: readonly LlmMessage[],
  model: string,
  signatures: ThoughtSignatures,
): readonly Content[] {
  const names = new Map(
    messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id, name }) => [id, name] as const)),
  )
  const contents: Content[] = []
  for (const message of messages) {
    const content = contentOf(message, { model, signatures, names })
    const last = contents.at(-1)
    if (content.parts.length === 0) continue
    if (last?.role === content.role)
      contents.splice(-1, 1, { ...last, parts: [...last.parts, ...content.parts] })
    else contents.push(content)
  }
  return contents[0]?.role === 'model' ? [OPENING, ...contents] : contents
}

interface Context {
  readonly model: string
  readonly signatures: ThoughtSignatures
  /** name of the function by the id of its call */
  readonly names: ReadonlyMap<string, string>
}

function contentOf(message: LlmMessage, context: Context): Content {
  const text: readonly Part[] = message.content.trim() === '' ? [] : [{ text: message.content }]
  switch (message.role) {
    case 'assistant': {
      // A turn with searches goes back as it came.
      const kept = keptTurnOf(message.tool_calls?.[0]?.id)
      return {
        role: 'model',
        parts: (kept as readonly Part[] | undefined) ?? [...text, ...functionCalls(message, context)],
      }
    }
    case 'tool': {
      const id = message.tool_call_id ?? ''
      const name = message.name ?? context.names.get(id) ?? 'unknown'
      return {
        role: 'user',
        parts: [{ functionResponse: { id, name, response: { output: message.content } } }],
      }
    }
    case 'user':
    case 'system':
      return { role: 'user', parts: [...(message.images ?? []).map(inlineData), ...text] }
  }
}

const inlineData = ({ mediaType, data }: NonNullable<LlmMessage['images']>[number]): Part => ({
  inlineData: { mimeType: mediaType, data },
})

/** Returns the calls of a message. Only the first of parallel calls has a signature. */
function functionCalls(
  { tool_calls: calls = [] }: LlmMessage,
  { model, signatures }: Pick<Context, 'model' | 'signatures'>,
): readonly Part[] {
  return calls.map((call, index) => {
    const isRequired = index === 0 && LEVELED.test(model)
    const thoughtSignature = signatures.of(model, call.id) ?? (isRequired ? NO_SIGNATURE : undefined)
    return {
      functionCall: { id: call.id, name: call.name, args: argumentsOf(call.arguments) },
      ...(thoughtSignature !== undefined && { thoughtSignature }),
    }
  })
}
