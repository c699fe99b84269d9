import type { EditableModel, ModelEdit } from '@vee/contract/entities/model-edit'
import { MAX_MODEL_EDITS } from '@vee/contract/entities/model-endpoint-limits'
import { z } from 'zod'
import { inHost } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { LlmProvider } from '#providers/llm/llm.ts'
import { knownCapabilities } from '#providers/llm/model-capabilities.ts'
import { listedPrices } from '#providers/llm/prices.ts'
import { type Caller, invalid } from '../accounts/index.ts'
import { readCursor, writeCursor } from '../lists/cursor.ts'
import { DomainError } from '../errors/domain-error.ts'
import { type HostAdmins, recordHostAct } from '../host/index.ts'
import type { ModelEditStore, StoredModelEdit } from './model-edit-store.ts'
import { modelsOf } from './list-models.ts'

interface CataloguePage {
  readonly items: EditableModel[]
  readonly nextCursor: string | null
}

interface CatalogueQuestion {
  /** part of the name of a model or a provider */
  readonly q?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

interface EditRequest {
  readonly id: string
  /** the version that the edit is based on; 0: not edited yet */
  readonly version: number
  readonly edit: ModelEdit | null
}

/** The catalogue of models that hosts edit. Every method throws FORBIDDEN for other callers. */
export interface ModelCatalogue {
  list(question: CatalogueQuestion, caller: Caller): Promise<CataloguePage>
  /** Throws NOT_FOUND for an unknown model, EDIT_CONFLICT for an old version, VALIDATION if too many are edited. */
  edit(request: EditRequest, caller: Caller): Promise<EditableModel>
}

interface CatalogueDependencies {
  readonly database: Database
  readonly store: ModelEditStore
  readonly admins: HostAdmins
  /** with retired models and without the edits, in order of preference */
  readonly providers: () => readonly LlmProvider[]
  /** milliseconds since 1970 */
  readonly now: () => number
}

const cursorSchema = z.tuple([z.string().max(200)])

export function createModelCatalogue({
  database,
  store,
  admins,
  providers,
  now,
}: CatalogueDependencies): ModelCatalogue {
  async function all(edits: ReadonlyMap<string, StoredModelEdit>): Promise<EditableModel[]> {
    const lists = await Promise.all(
      providers().map(async (provider) =>
        (await modelsOf(provider)).map((name) => present(provider, name, true, edits)),
      ),
    )
    const listed = lists.flat()
    const ids = new Set(listed.map(({ id }) => id))
    const rest = [...edits].flatMap(([id, { edit }]) => {
      if (ids.has(id) || edit === null) return []
      const colon = id.indexOf(':')
      const providerId = id.slice(0, colon)
      const provider = providers().find((candidate) => candidate.id === providerId) ?? {
        id: providerId,
        name: providerId,
      }
      return [present(provider, id.slice(colon + 1), false, edits)]
    })
    return [...listed, ...rest]
  }

  return {
    async list({ q, cursor, limit }, caller) {
      await admins.only(caller)
      const [after] =
        cursor === undefined ? [] : readCursor(cursorSchema, cursor, 'This is no cursor of such a list.')
      const search = q?.trim().toLowerCase() ?? ''
      const models = (await all(await store.read(database))).filter(({ name, provider }) =>
        `${provider.name} ${name}`.toLowerCase().includes(search),
      )
      const start = after === undefined ? 0 : models.findIndex(({ id }) => id === after) + 1
      const items = models.slice(start, start + limit)
      const last = items.at(-1)
      return {
        items,
        nextCursor: last && start + limit < models.length ? writeCursor([last.id]) : null,
      }
    },

    async edit({ id, version, edit }, caller) {
      const host = await admins.only(caller)
      const before = (await all(await store.read(database))).find((model) => model.id === id)
      if (!before) throw new DomainError('NOT_FOUND', 'This model does not exist.')
      const stored = await inHost(database, async (transaction) => {
        const edits = new Map(await store.read(transaction))
        if ((edits.get(id)?.version ?? 0) !== version)
          throw new DomainError('EDIT_CONFLICT', 'This model was changed meanwhile. Load it again.')
        if (!edits.has(id) && edits.size >= MAX_MODEL_EDITS)
          throw invalid('id', `At most ${MAX_MODEL_EDITS} models can be edited; reset some first.`)
        const changed = { edit: edit && isEmpty(edit) ? null : edit, version: version + 1 }
        edits.set(id, changed)
        await store.write(transaction, edits, now())
        await recordHostAct(transaction, host, now(), {
          action: 'models.model-edited',
          target: id,
        })
        return changed
      })
      await store.refresh()
      return { ...before, ...stored }
    },
  }
}

function present(
  provider: Pick<LlmProvider, 'id' | 'name' | 'describe' | 'pricesOf'>,
  name: string,
  isListed: boolean,
  edits: ReadonlyMap<string, StoredModelEdit>,
): EditableModel {
  const id = `${provider.id}:${name}`
  const { edit = null, version = 0 } = edits.get(id) ?? {}
  const prices = provider.pricesOf?.(name) ?? listedPrices(provider.id, name)
  return {
    id,
    name,
    provider: { id: provider.id, name: provider.name },
    isListed,
    facts: { ...knownCapabilities(provider, name), prices },
    edit,
    version,
  }
}

const isEmpty = ({ isRetired, ...stated }: ModelEdit) =>
  !isRetired && Object.values(stated).every((value) => value === null)
