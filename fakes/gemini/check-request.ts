/** Fields of a request that the API knows; it rejects others. */
const REQUEST_FIELDS = [
  'model',
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
  'cachedContent',
]
const CONFIG_FIELDS = [
  'candidateCount',
  'stopSequences',
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'thinkingConfig',
]
const PART_FIELDS = [
  'text',
  'inlineData',
  'functionCall',
  'functionResponse',
  'thought',
  'thoughtSignature',
  'toolCall',
  'toolResponse',
]

type Fields = Readonly<Record<string, unknown>>

interface Content {
  readonly role?: unknown
  readonly parts?: readonly Part[]
}

interface Part extends Fields {
  readonly functionCall?: { readonly name?: string; readonly args?: unknown }
  readonly functionResponse?: { readonly name?: string; readonly response?: unknown }
  readonly thoughtSignature?: unknown
}

interface GenerateContentRequest extends Fields {
  readonly contents?: readonly Content[]
  readonly generationConfig?: Fields & {
    readonly thinkingConfig?: Fields & {
      readonly includeThoughts?: unknown
      readonly thinkingBudget?: unknown
      readonly thinkingLevel?: unknown
    }
  }
}

/** Returns why the API rejects a request with 400; undefined for a valid one. */
export function checkRequest(model: string, json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null) return 'Invalid JSON payload received.'
  const request = json as GenerateContentRequest
  const { contents = [], generationConfig = {} } = request
  const parts = contents.flatMap((content) => content.parts ?? [])
  return (
    unknownField(request, REQUEST_FIELDS) ??
    unknownField(generationConfig, CONFIG_FIELDS) ??
    parts.map((part) => unknownField(part, PART_FIELDS)).find((problem) => problem !== undefined) ??
    problemWithTurns(contents) ??
    problemWithCalls(contents, model) ??
    problemWithTools(request, model) ??
    problemWithThinking(generationConfig.thinkingConfig ?? {}, model)
  )
}

/** Returns true if the request asks for summaries of thoughts. */
export const wantsThoughts = (json: unknown): boolean =>
  (json as GenerateContentRequest).generationConfig?.thinkingConfig?.includeThoughts === true

function unknownField(fields: Fields, knownFields: readonly string[]): string | undefined {
  const name = Object.keys(fields).find((field) => !knownFields.includes(field))
  return name === undefined ? undefined : `Unknown name "${name}": Cannot find field.`
}

function problemWithTurns(contents: readonly Content[]): string | undefined {
  if (contents.length === 0) return 'contents is not specified'
  if (contents.some(({ role }) => role !== 'user' && role !== 'model'))
    return 'Please use a valid role: user, model.'
  if (contents.some(({ parts = [] }) => parts.length === 0)) return 'contents.parts must not be empty.'
  return undefined
}

/** Every call needs its result in the next turn. Since Gemini 3, the first call of a turn needs a signature. */
function problemWithCalls(contents: readonly Content[], model: string): string | undefined {
  for (const [index, { parts = [] }] of contents.entries()) {
    const calls = parts.filter(({ functionCall }) => functionCall)
    const [first] = calls
    if (!first) continue
    const results = (contents[index + 1]?.parts ?? []).filter(({ functionResponse }) => functionResponse)
    if (index === 0 || results.length !== calls.length) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    }
    if (results.some(({ functionResponse }) => typeof functionResponse?.response !== 'object'))
      return 'function_response.response must be a Struct.'
    if (/^gemini-[3-9]/.test(model) && typeof first.thoughtSignature !== 'string')
      return 'Function call is missing a thought_signature in functionCall parts.'
  }
  return undefined
}

/** Google's search and functions together: since Gemini 3, and only if the request says that it reads both. */
function problemWithTools({ tools, toolConfig }: Fields, model: string): string | undefined {
  const names = JSON.stringify(tools ?? [])
  if (!names.includes('"googleSearch"') || !names.includes('"functionDeclarations"')) return undefined
  if (!/^gemini-[3-9]/.test(model)) return 'Tool use with function calling is unsupported.'
  const { includeServerSideToolInvocations } = (toolConfig ?? {}) as Fields
  return includeServerSideToolInvocations === true
    ? undefined
    : 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.'
}

/** Models take either levels or a budget of tokens. */
function problemWithThinking(
  { thinkingBudget, thinkingLevel }: { readonly thinkingBudget?: unknown; readonly thinkingLevel?: unknown },
  model: string,
): string | undefined {
  if (thinkingLevel !== undefined && model.startsWith('gemini-2.5-'))
    return 'Thinking level is not supported for this model.'
  if (thinkingLevel === 'MINIMAL' && !/^gemini-3(?:\.[1-5])?-flash/.test(model))
    return 'Thinking level MINIMAL is not supported for this model.'
  if (thinkingBudget === 0 && /^gemini-(?:2\.5-pro|[3-9])/.test(model))
    return 'Budget 0 is invalid. This model only works in thinking mode.'
  return undefined
}
