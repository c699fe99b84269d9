import type { Dispatcher } from 'undici'
import { request } from '#lib/http-client.ts'
import { inBackground } from '#lib/background.ts'
import { boundedText } from './bounded-text.ts'
import type { ReportedModel } from './listed-model.ts'

/** The endpoint that lists a server's models. */
export interface ModelListSource {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** returns the ids of the chat models, the preferred one first; undefined if the response is not a list */
  readonly read: (body: unknown) => readonly string[] | undefined
  /** returns the URL of the next page; absent: the list has one page */
  readonly nextPage?: (body: unknown) => string | undefined
  /** returns what a response states about its models, by id; absent: it states nothing */
  readonly describe?: (body: unknown) => ReadonlyMap<string, ReportedModel>
  /** default: connections to any address */
  readonly dispatcher?: Dispatcher | undefined
  /** for all pages together */
  readonly timeoutMs: number
}

/** The models of a server that may be started and stopped. */
export interface ProviderModelList {
  /**
   * Returns the models; undefined if the server is not running. A list is cached for some seconds; a stale
   * one is still returned at once and refreshed in the background, so that no request waits. An absence is
   * cached for the same time.
   */
  check(): Promise<readonly string[] | undefined>
  /** the result of the last request */
  listedIds(): readonly string[]
  /** what the last response stated about a model */
  describe(model: string): ReportedModel | undefined
}

const MAX_AGE_MS = 5_000

interface ModelListOptions {
  /** milliseconds; 5 s without it */
  readonly maxAgeMs?: number
  readonly now?: () => number
}

export function createProviderModelList(
  source: ModelListSource,
  { maxAgeMs = MAX_AGE_MS, now = Date.now }: ModelListOptions = {},
): ProviderModelList {
  let reportedIds: readonly string[] | undefined
  let reported: ReadonlyMap<string, ReportedModel> = new Map()
  let checkedAt = -Infinity
  let refreshing: Promise<readonly string[] | undefined> | undefined

  const refresh = () => {
    refreshing ??= fetchModelList(source).then((list) => {
      reportedIds = list?.ids
      reported = list?.reported ?? reported
      checkedAt = now()
      refreshing = undefined
      return reportedIds
    })
    return refreshing
  }

  return {
    check: async () => {
      if (now() - checkedAt < maxAgeMs) return reportedIds
      if (!reportedIds) return refresh()
      // Deferred, because the caller usually sends a question to the same server next.
      setImmediate(() => inBackground('models listed', refresh()))
      return reportedIds
    },
    listedIds: () => reportedIds ?? [],
    describe: (model) => reported.get(model),
  }
}

/** Requests the ids of the models; undefined if there is no list. Redirects are not followed. */
export async function fetchModels(source: ModelListSource): Promise<readonly string[] | undefined> {
  return (await fetchModelList(source))?.ids
}

interface ListedModels {
  readonly ids: readonly string[]
  readonly reported: ReadonlyMap<string, ReportedModel>
}

/** Pages and models that are read at most; an endless list ends there. */
const MAX_PAGES = 20
const MAX_MODELS = 10_000

async function fetchModelList(source: ModelListSource): Promise<ListedModels | undefined> {
  const signal = AbortSignal.timeout(source.timeoutMs)
  const ids: string[] = []
  const reported = new Map<string, ReportedModel>()
  let url: string | undefined = source.url
  try {
    for (let page = 0; url !== undefined && page < MAX_PAGES && ids.length < MAX_MODELS; page++) {
      const pageBody = await fetchPage(url, source, signal)
      const listed = source.read(pageBody)
      if (!listed) return undefined
      ids.push(...listed)
      for (const [id, model] of source.describe?.(pageBody) ?? []) reported.set(id, model)
      url = source.nextPage?.(pageBody)
    }
    return { ids, reported }
  } catch {
    return undefined
  }
}

/** Returns the JSON of a page. Throws for other responses. */
async function fetchPage(
  url: string,
  { headers = {}, dispatcher }: ModelListSource,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await request(url, { headers, signal, ...(dispatcher && { dispatcher }) })
  if (response.statusCode === 200)
    return JSON.parse(await boundedText(response.body, MAX_LIST_BYTES)) as unknown
  await response.body.dump()
  throw new Error(`the list of models was answered with ${response.statusCode}`)
}

/** Longest list that is read, in bytes. */
const MAX_LIST_BYTES = 4_000_000

/** Matches ids of models that are not chat models. */
const NOT_A_CHAT_MODEL = /embed|\bbge\b|\be5\b|minilm|rerank|whisper|\btts\b|moderation|dall-e|image/i

export const chatModelsOf = (ids: readonly string[]) => ids.filter((id) => !NOT_A_CHAT_MODEL.test(id))
