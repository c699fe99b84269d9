const REQUEST_FIELDS: ReadonlySet<string> = new Set([
  'messages',
  'system',
  'inferenceConfig',
  'toolConfig',
  'guardrailConfig',
  'additionalModelRequestFields',
  'additionalModelResponseFieldPaths',
  'promptVariables',
  'requestMetadata',
  'performanceConfig',
  'serviceTier',
  'outputConfig',
])
const INFERENCE_FIELDS: ReadonlySet<string> = new Set(['maxTokens', 'temperature', 'topP', 'stopSequences'])

type Fields = Readonly<Record<string, unknown>>

interface Message {
  readonly role?: unknown
  readonly content?: readonly Fields[]
}

/** Returns why the API rejects a request with 400; undefined for a valid one. */
export function checkRequest(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null) return 'The request body is not JSON.'
  const request = json as Fields & {
    readonly messages?: readonly Message[]
    readonly inferenceConfig?: Fields & { readonly temperature?: number }
  }
  const { messages = [], inferenceConfig = {} } = request
  const unknown = [
    ...Object.keys(request).filter((field) => !REQUEST_FIELDS.has(field)),
    ...Object.keys(inferenceConfig).filter((field) => !INFERENCE_FIELDS.has(field)),
  ]
  if (unknown.length > 0) return `Unexpected field ${unknown[0]}.`
  if ((inferenceConfig.temperature ?? 0) > 1) return 'temperature must be at most 1.'
  return problemWithTurns(messages) ?? problemWithTools(messages, request['toolConfig'] !== undefined)
}

function problemWithTurns(messages: readonly Message[]): string | undefined {
  if (messages.length === 0) return 'messages must not be empty.'
  if (messages[0]?.role !== 'user') return 'A conversation must start with a user message.'
  for (const [index, { role, content = [] }] of messages.entries()) {
    if (role !== 'user' && role !== 'assistant') return 'role must be user or assistant.'
    if (index > 0 && role === messages[index - 1]?.role) return 'Roles must alternate.'
    if (content.length === 0) return 'content must not be empty.'
    if (content.some((block) => typeof block['text'] === 'string' && block['text'].trim() === ''))
      return 'The text field in the ContentBlock object is blank.'
  }
  return undefined
}

/** Every call needs its result in the next turn, and a conversation with calls needs the tools. */
function problemWithTools(messages: readonly Message[], hasTools: boolean): string | undefined {
  for (const [index, { content = [] }] of messages.entries()) {
    const calls = content.flatMap((block) => (block['toolUse'] as { toolUseId?: unknown } | undefined) ?? [])
    if (calls.length === 0) continue
    if (!hasTools)
      return 'The toolConfig field must be defined when using toolUse and toolResult content blocks.'
    const results = (messages[index + 1]?.content ?? []).flatMap(
      (block) => (block['toolResult'] as { toolUseId?: unknown } | undefined) ?? [],
    )
    const answered = new Set(results.map(({ toolUseId }) => toolUseId))
    if (!calls.every(({ toolUseId }) => answered.has(toolUseId)))
      return 'Expected toolResult blocks for all toolUse blocks.'
  }
  return undefined
}
