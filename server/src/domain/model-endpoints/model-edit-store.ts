import { type ModelEdit, modelEdit } from '@vee/contract/entities/model-edit'
import { z } from 'zod'
import { readHostSetting, storeHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'

/** An edit of a model; null: it was withdrawn, and its version goes on. */
export interface StoredModelEdit {
  readonly edit: ModelEdit | null
  readonly version: number
}

const storedEdits = z.record(
  z.string(),
  z.object({ edit: modelEdit.nullable(), version: z.int().positive() }),
)

/** What the host states about models. Every server of the database sees a change after a refresh. */
export interface ModelEditStore {
  /** Returns the edit of a model by its id, `<provider>:<model>`, as of the last refresh. */
  of(id: string): ModelEdit | undefined
  refresh(): Promise<void>
  read(database: Database): Promise<ReadonlyMap<string, StoredModelEdit>>
  write(transaction: Database, edits: ReadonlyMap<string, StoredModelEdit>, now: number): Promise<void>
}

const SETTING = 'model-edits'

async function readEdits(database: Database): Promise<ReadonlyMap<string, StoredModelEdit>> {
  const value = (await readHostSetting(database, SETTING))?.value ?? '{}'
  return new Map(Object.entries(storedEdits.parse(JSON.parse(value))))
}

export function createModelEditStore(database: Database): ModelEditStore {
  let edits: ReadonlyMap<string, StoredModelEdit> = new Map()
  return {
    of: (id) => edits.get(id)?.edit ?? undefined,
    async refresh() {
      edits = await readEdits(database)
    },
    read: readEdits,
    write: (transaction, changed, now) =>
      storeHostSetting(transaction, SETTING, JSON.stringify(Object.fromEntries(changed)), now),
  }
}
