import { request } from '../../http-client.ts'
import { inBackground } from '../../background.ts'

/** The endpoint that lists a server's models. */
export interface ModelListSource {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** returns the ids of the chat models, the preferred one first; undefined if the response is not a list */
  readonly read: (answer: unknown) => readonly string[] | undefined
  readonly timeoutMs: number
}

/** The models of a server that may be started and stopped. */
export interface ProviderModelList {
  /**
   * Returns the models; undefined if the server is not running. A list is cached for some seconds; a stale
   * one is still returned at once and refreshed in the background, so that no request waits. An absence is
   * cached for the same time.
   */
  look(): Promise<readonly string[] | undefined>
  /** the result of the last request */
  known(): readonly string[]
}

const BELIEVED_MS = 5_000

interface ModelListOptions {
  /** milliseconds; 5 s without it */
  readonly maxAgeMs?: number
  readonly now?: () => number
}

export function createProviderModelList(
  source: ModelListSource,
  { maxAgeMs = BELIEVED_MS, now = Date.now }: ModelListOptions = {},
): ProviderModelList {
  let found: readonly string[] | undefined
  let lookedAt = -Infinity
  let looking: Promise<readonly string[] | undefined> | undefined

  const look = () => {
    looking ??= fetchModels(source).then((models) => {
      found = models
      lookedAt = now()
      looking = undefined
      return models
    })
    return looking
  }

  return {
    look: async () => {
      if (now() - lookedAt < maxAgeMs) return found
      if (!found) return look()
      // Deferred, because the caller usually sends a question to the same server next.
      setImmediate(() => inBackground('models listed', look()))
      return found
    },
    known: () => found ?? [],
  }
}

/** Requests the list; undefined if there is none. Redirects are not followed. */
export async function fetchModels({
  url,
  headers = {},
  read,
  timeoutMs,
}: ModelListSource): Promise<readonly string[] | undefined> {
  try {
    const answer = await request(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      return undefined
    }
    return read(JSON.parse(await boundedText(answer.body)))
  } catch {
    return undefined
  }
}

/** Longest list that is read, in bytes. */
const LIST_MAX_BYTES = 4_000_000

async function boundedText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > LIST_MAX_BYTES) throw new Error('the list of models is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Matches ids of models that are not chat models. */
const NOT_A_CHAT_MODEL = /embed|\bbge\b|\be5\b|minilm|rerank|whisper|\btts\b|moderation|dall-e|image/i

export const chatModelsOf = (ids: readonly string[]) => ids.filter((id) => !NOT_A_CHAT_MODEL.test(id))

/** Reads `{ [list]: [{ [id]: "…" }] }`, the shape of every model list. */
export function idsOf(answer: unknown, list: string, id: string): readonly string[] | undefined {
  const entries = (answer as Readonly<Record<string, unknown>> | null)?.[list]
  if (!Array.isArray(entries)) return undefined
  return entries
    .map((entry) => (entry as Readonly<Record<string, unknown>> | null)?.[id])
    .filter((name) => typeof name === 'string')
}
