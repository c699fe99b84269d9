import type { LlmOptions, LlmRequest } from '#providers/llm/llm.ts'
import { knownCapabilities } from '#providers/llm/model-capabilities.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { ModelChoice } from './ports.ts'

/** Options that a caller sets for the model, in the terms of OpenAI's protocol. */
export interface ModelRequest extends Pick<LlmRequest, 'toolChoice'> {
  /** The caller's own tools replace the server's: the reply ends with their calls. */
  readonly tools?: LlmRequest['tools'] | undefined
  readonly maxOutputTokens?: number | undefined
  readonly options?: LlmOptions | undefined
}

/** Names of the options in a request, for error messages. */
const PARAM: Readonly<Record<keyof LlmOptions | 'tools', string>> = {
  tools: 'tools',
  temperature: 'temperature',
  topP: 'top_p',
  seed: 'seed',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  logitBias: 'logit_bias',
  stop: 'stop',
  responseFormat: 'response_format',
  allowsParallelToolCalls: 'parallel_tool_calls',
}

/** Returns true if the model may call tools; for unknown models the vendor decides. */
const canUseTools = ({ provider, model }: ModelChoice): boolean =>
  knownCapabilities(provider, model).canUseTools !== false

/** What a model does with a request. */
export interface ModelAbility {
  readonly canUseTools: boolean
  /** false for the built-in responder, which reads the question only */
  readonly readsPrompt: boolean
}

export const abilityOf = (choice: ModelChoice): ModelAbility => ({
  canUseTools: canUseTools(choice),
  readsPrompt: choice.provider.id !== 'builtin',
})

/** Throws VALIDATION for the first option that the model or its provider does not support; none is dropped silently. */
export function assertSupported(request: ModelRequest | undefined, choice: ModelChoice): void {
  if (!request) return
  const options = { ...request.options, tools: request.tools }
  const { name, unsupported = [] } = choice.provider
  const refusing = canUseTools(choice) ? unsupported : [...unsupported, 'tools' as const]
  const refused = refusing.find((option) => options[option] !== undefined)
  if (refused === undefined) return
  const path = PARAM[refused]
  const message = `${name} does not support ${path}.`
  throw new DomainError('VALIDATION', message, { details: [{ path, message }] })
}
