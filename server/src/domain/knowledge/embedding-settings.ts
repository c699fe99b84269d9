import {
  embeddingDraft,
  type EmbeddingDraft,
  type HostEmbedding,
  type LocalEmbeddingModel,
} from '@vee/contract/http/embedding'
import { z } from 'zod'
import { inHost, readHostSetting, storeHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import { createEmbedder, type EmbeddingVariables } from '#providers/embedding/embedder.ts'
import type { Embedder, EmbedderDownload } from '#providers/embedding/embedding.ts'
import { DEFAULT_LOCAL_MODEL, type LocalEmbedding } from '#providers/embedding/local/index.ts'
import { downloadBytes } from '#providers/local-models/index.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { StartFailure } from '#lib/start-failure.ts'
import type { Caller } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import { type HostAdmins, recordHostAct } from '../host/index.ts'
import { describePreparation } from '../voice/speech/index.ts'

const SETTING = 'embedding'
/** The text of a test. */
const TEST_TEXT = 'weather'

/** The choice as it is stored; the sealed text is its key. Null: it was removed. */
const storedEmbedding = embeddingDraft
  .omit({ apiKey: true })
  .extend({ baseUrl: z.string().nullable(), sealed: z.string() })
type StoredEmbedding = z.infer<typeof storedEmbedding>

/** The endpoint that embeds: that of the host, or else of the environment. Methods with a caller throw FORBIDDEN for others. */
export interface EmbeddingSettings {
  /** Returns the embedder in use, as of the last refresh; undefined: words alone decide. */
  embedder(): Embedder | undefined
  refresh(): Promise<void>
  get(caller: Caller): Promise<{
    readonly embedding: HostEmbedding | null
    readonly localModels: LocalEmbeddingModel[]
  }>
  /** A model on this server is fetched at once. Throws VALIDATION for one that is not in the catalogue. */
  put(draft: EmbeddingDraft, caller: Caller): Promise<HostEmbedding>
  /** Both throw NOT_FOUND unless a model on this server is chosen. */
  startDownload(caller: Caller): Promise<HostEmbedding>
  stopDownload(caller: Caller): Promise<HostEmbedding>
  remove(caller: Caller): Promise<void>
  /** Embeds once. A failure is a result. */
  test(
    draft: EmbeddingDraft,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<{ isWorking: boolean; dimensions: number; totalMs: number; reason: string | null }>
}

interface EmbeddingSettingsDependencies {
  readonly database: Database
  readonly configured: EmbeddingVariables
  readonly local: LocalEmbedding
  readonly seal: { seal(text: string): string; open(sealed: string): string | undefined }
  readonly admins: HostAdmins
  /** called after a change, which other servers should read */
  readonly onChange: () => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createEmbeddingSettings({
  database,
  configured,
  local,
  seal,
  admins,
  onChange,
  now,
}: EmbeddingSettingsDependencies): EmbeddingSettings {
  const fromEnvironment = createEmbedder(configured, local)
  if (configured.EMBEDDING_PROTOCOL === 'local' && !fromEnvironment)
    throw new StartFailure(`EMBEDDING_MODEL must be one of ${idsOf(local)}.`)
  let raw: string | undefined
  let current = fromEnvironment

  const keyFor = (stored: StoredEmbedding | null, { apiKey, protocol, baseUrl }: EmbeddingDraft): string => {
    const isSame =
      stored !== null && stored.protocol === protocol && originOf(stored.baseUrl) === originOf(baseUrl)
    return apiKey ?? (isSame ? seal.open(stored.sealed) : undefined) ?? ''
  }

  async function refresh(): Promise<void> {
    const value = (await readHostSetting(database, SETTING))?.value
    if (value !== raw) choose(value)
    fetchByItself(current?.download)
  }

  function choose(value: string | undefined): void {
    const stored = storedEmbedding.nullable().parse(JSON.parse(value ?? 'null'))
    const apiKey = stored && seal.open(stored.sealed)
    current =
      stored === null
        ? fromEnvironment
        : apiKey === undefined
          ? undefined
          : embedderOf(stored, apiKey ?? '', local)
    raw = value
  }

  async function change(
    caller: Caller,
    {
      action,
      target,
    }: { readonly action: 'embedding.changed' | 'embedding.removed'; readonly target: string },
    valueOf: (stored: StoredEmbedding | null) => StoredEmbedding | null,
  ): Promise<StoredEmbedding | null> {
    const host = await admins.only(caller)
    const changed = await inHost(database, async (transaction) => {
      const value = valueOf(await readStored(transaction))
      await storeHostSetting(transaction, SETTING, JSON.stringify(value), now())
      await recordHostAct(transaction, host, now(), { action, target })
      return value
    })
    await refresh()
    onChange()
    return changed
  }

  const downloadOf = (protocol: EmbeddingDraft['protocol']) => {
    const preparation = protocol === 'local' ? current?.download?.preparation() : undefined
    return preparation ? describePreparation(preparation) : null
  }

  const present = ({ sealed, ...fields }: StoredEmbedding): HostEmbedding => {
    const apiKey = seal.open(sealed)
    return {
      ...fields,
      download: downloadOf(fields.protocol),
      hasKey: apiKey !== undefined && apiKey !== '',
      isReadable: apiKey !== undefined,
      source: 'host',
    }
  }

  async function chosen(): Promise<HostEmbedding | null> {
    const stored = await readStored(database)
    if (stored) return present(stored)
    const environment = ofEnvironment(configured)
    return environment && { ...environment, download: downloadOf(environment.protocol) }
  }

  async function withDownload(
    caller: Caller,
    act: (download: EmbedderDownload) => void,
  ): Promise<HostEmbedding> {
    await admins.only(caller)
    const download = current?.download
    if (!download) throw new DomainError('NOT_FOUND', 'No model on this server is chosen.')
    act(download)
    const embedding = await chosen()
    if (!embedding) throw new DomainError('NOT_FOUND', 'No model is chosen.')
    return embedding
  }

  return {
    embedder: () => current,
    refresh,
    async get(caller) {
      await admins.only(caller)
      return { embedding: await chosen(), localModels: local.models.map(describeModel) }
    },
    async put(draft, caller) {
      if (draft.protocol === 'local' && !local.create(draft.model))
        throw new DomainError('VALIDATION', `The model must be one of ${idsOf(local)}.`)
      const changed = await change(caller, { action: 'embedding.changed', target: draft.model }, (stored) => {
        const { apiKey: _, ...fields } = draft
        return { ...fields, sealed: seal.seal(keyFor(stored, draft)) }
      })
      current?.download?.start(true)
      return present(changed ?? { ...draft, sealed: '' })
    },
    startDownload: (caller) => withDownload(caller, (download) => download.start(true)),
    stopDownload: (caller) => withDownload(caller, (download) => download.stop()),
    async remove(caller) {
      await change(caller, { action: 'embedding.removed', target: '' }, () => null)
    },
    async test(draft, caller, signal) {
      await admins.only(caller)
      const apiKey = keyFor(await readStored(database), draft)
      const embedder = embedderOf({ ...draft, isEnabled: true }, apiKey, local)
      const startedAt = performance.now()
      const result = (dimensions: number, reason: string | null) => ({
        isWorking: reason === null,
        dimensions,
        totalMs: Math.round(performance.now() - startedAt),
        reason,
      })
      try {
        const { vectors } = (await embedder?.embed([TEST_TEXT], 'query', signal)) ?? { vectors: [] }
        return result(vectors[0]?.length ?? 0, null)
      } catch (error) {
        if (error instanceof ProviderFailure) return result(0, error.message)
        throw error
      }
    },
  }
}

/** Returns null if the host has not chosen one. */
async function readStored(database: Database): Promise<StoredEmbedding | null> {
  const setting = await readHostSetting(database, SETTING)
  return storedEmbedding.nullable().parse(JSON.parse(setting?.value ?? 'null'))
}

const originOf = (url: string | null) => (url === null ? '' : new URL(url).origin)

const embedderOf = (
  { isEnabled, model, protocol, baseUrl, priceUsd }: Omit<EmbeddingDraft, 'apiKey'>,
  apiKey: string,
  local: LocalEmbedding,
): Embedder | undefined =>
  isEnabled
    ? createEmbedder(
        {
          EMBEDDING_MODEL: model,
          EMBEDDING_PROTOCOL: protocol,
          EMBEDDING_BASE_URL: baseUrl ?? undefined,
          EMBEDDING_API_KEY: apiKey === '' ? undefined : apiKey,
          EMBEDDING_PRICE: priceUsd,
        },
        local,
      )
    : undefined

/** Fetches a model that is chosen. A failure that does not go away by itself waits for a person. */
function fetchByItself(download: EmbedderDownload | undefined): void {
  const preparation = download?.preparation()
  const isDue =
    preparation?.state === 'needed' ||
    (preparation?.state === 'failed' && preparation.failure === 'hub-unreachable')
  if (isDue) download?.start(false)
}

const idsOf = ({ models }: LocalEmbedding) => models.map(({ id }) => id).join(', ')

const describeModel = (model: LocalEmbedding['models'][number]) => ({
  id: model.id,
  name: model.name,
  licence: model.licence,
  bytesTotal: downloadBytes(model),
})

function ofEnvironment(variables: EmbeddingVariables): HostEmbedding | null {
  const protocol = variables.EMBEDDING_PROTOCOL
  const model = variables.EMBEDDING_MODEL ?? (protocol === 'local' ? DEFAULT_LOCAL_MODEL : undefined)
  if (model === undefined) return null
  return {
    model,
    protocol,
    baseUrl: variables.EMBEDDING_BASE_URL ?? null,
    priceUsd: variables.EMBEDDING_PRICE,
    isEnabled: true,
    hasKey: variables.EMBEDDING_API_KEY !== undefined,
    isReadable: true,
    source: 'environment',
  }
}
