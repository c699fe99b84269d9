/** Fields that hold the list, and the id of an entry. A server may send some in one language only, others in two. */
const LISTS = ['data', 'models', 'voices', 'items', 'result'] as const
const IDS = ['id', 'voice_id', 'voiceId', 'name', 'model', 'key', 'ShortName', 'voice'] as const
const MAX_ID_LENGTH = 500
const MAX_ENTRIES = 10_000

/** Returns the entries of a list as servers have it: alone, or in one of the usual fields; undefined without one. */
export function entriesOf(body: unknown): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body.slice(0, MAX_ENTRIES)
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>
  for (const field of LISTS) {
    const list = fields[field]
    if (Array.isArray(list)) return list.slice(0, MAX_ENTRIES)
  }
  return undefined
}

/** Returns the id of an entry, which is a text or an object; undefined if it has none. */
function idOfEntry(entry: unknown): string | undefined {
  const fields = (entry ?? {}) as Readonly<Record<string, unknown>>
  const candidates = typeof entry === 'string' ? [entry] : IDS.map((field) => fields[field])
  return candidates.find(
    (id): id is string => typeof id === 'string' && id.trim() !== '' && id.length <= MAX_ID_LENGTH,
  )
}

/** Returns the ids of a list in any of the shapes of model lists, each once; undefined if there is no list. */
export function idsOf(body: unknown): readonly string[] | undefined {
  const ids = entriesOf(body)?.map(idOfEntry)
  return ids && [...new Set(ids.filter((id) => id !== undefined))]
}
