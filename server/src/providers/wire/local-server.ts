import type { LlmProvider } from '../llm/llm.ts'
import { AVAILABLE } from './availability.ts'
import { streamChatCompletion } from './chat/chat-completions.ts'
import { chatModelsOf, createProviderModelList } from './model-list.ts'
import { idsOf } from './list-entries.ts'

export interface LocalServerOptions {
  /** without a path */
  readonly url: string
  /** used if the server has it */
  readonly modelPrimary: string
  readonly timeoutMs: number
}

/** A program on this machine that serves models by itself, without a key. */
export interface LocalServer {
  readonly id: string
  readonly name: string
  /** path of the list of models */
  readonly listPath: `/${string}`
  /** how to start the server, for users */
  readonly hint: string
}

/**
 * Time limit in ms. Loopback responds at once or not at all; a firewall that drops packets must not delay
 * anything.
 */
const LIST_TIMEOUT_MS = 500

export function createLocalServer(server: LocalServer, options: LocalServerOptions): LlmProvider {
  const { id, name, hint, listPath } = server
  const models = createProviderModelList({
    url: `${options.url}${listPath}`,
    read: (body) => idsOf(body),
    timeoutMs: LIST_TIMEOUT_MS,
  })
  const chatModels = () => chatModelsOf(models.listedIds())
  /** Ollama's `llama3.2` is short for `llama3.2:latest`. */
  const matching = (model: string) =>
    chatModels().find((listedModel) => listedModel === model || listedModel === `${model}:latest`)

  return {
    id,
    name,
    location: 'server',
    async models() {
      await models.check()
      const first = matching(options.modelPrimary) ?? chatModels()[0]
      return [...(first === undefined ? [] : [first]), ...chatModels().filter((model) => model !== first)]
    },
    defaultModel: () => matching(options.modelPrimary) ?? chatModels()[0],
    serves: (model) => matching(model) !== undefined,
    availability: async () => {
      const listedModels = await models.check()
      if (!listedModels)
        return {
          available: false,
          reason: `${name} was not found on this machine.`,
          hint,
          envVar: null,
          problem: 'not-found',
        }
      if (chatModels().length > 0) return AVAILABLE
      return {
        available: false,
        reason: `${name} is running and has no model.`,
        hint,
        envVar: null,
        problem: 'no-model',
      }
    },
    stream: (request, signal, emit) =>
      streamChatCompletion(
        {
          provider: { id, name },
          baseUrl: `${options.url}/v1`,
          apiKey: undefined,
          timeoutMs: options.timeoutMs,
          lengthField: 'max_tokens',
        },
        request,
        signal,
        emit,
      ),
  }
}
