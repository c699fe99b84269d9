import { request } from 'undici'
import { inBackground } from '../../background.ts'

/** Where a server tells its models. */
export interface ModelListSource {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** the ids of the models that can talk, the preferred one first; undefined when the answer is no such list */
  readonly read: (answer: unknown) => readonly string[] | undefined
  readonly timeoutMs: number
}

/** The models of a server that may come and go. */
export interface ModelList {
  /**
   * The models now; undefined when no such server answers. A list is believed for some seconds; an older one is still
   * handed out at once and renewed meanwhile, so that nobody waits for a server that was there. An absence is believed
   * as long, and then looked into again.
   */
  look(): Promise<readonly string[] | undefined>
  /** what the last look found */
  known(): readonly string[]
}

const BELIEVED_MS = 5_000

interface ModelListOptions {
  /** milliseconds; 5 s without it */
  readonly maxAgeMs?: number
  readonly now?: () => number
}

export function createModelList(
  source: ModelListSource,
  { maxAgeMs = BELIEVED_MS, now = Date.now }: ModelListOptions = {},
): ModelList {
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
      // What asks goes first: most often that is a question on its way to this very server.
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

/** Ids of models that do something else than talk. */
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
