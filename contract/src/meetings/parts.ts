/** A part of a meeting that several users may change concurrently: a line, an action item, a mark. */
interface Part {
  readonly id: string
}

/** Changes of single parts, so that concurrent changes of different users do not overwrite each other. */
export interface PartChanges<P extends Part> {
  /** whole parts: each replaces the part with its id, or is added */
  readonly put?: P[] | undefined
  /** single fields of existing parts; parts that no longer exist are skipped */
  readonly set?: (Part & { readonly [F in keyof P]?: P[F] | undefined })[] | undefined
  /** ids; parts that no longer exist are skipped */
  readonly remove?: string[] | undefined
}

/** Applies the changes. A part that is both put and removed is put. */
export function withParts<P extends Part>(
  parts: readonly P[],
  { put = [], set = [], remove = [] }: PartChanges<P>,
): P[] {
  const [fresh, fields, gone] = [byId(put), fieldsById(set), new Set(remove)]
  const stayed = parts.filter(({ id }) => fresh.has(id) || !gone.has(id))
  const stayedIds = new Set(stayed.map(({ id }) => id))
  return [
    ...stayed.map((part) => fresh.get(part.id) ?? part),
    ...[...fresh.values()].filter(({ id }) => !stayedIds.has(id)),
  ].map((part) => ({ ...part, ...given(fields.get(part.id)) }))
}

/** Merges two changes; the later one wins. */
export function joinedParts<P extends Part>(first: PartChanges<P>, then: PartChanges<P>): PartChanges<P> {
  const later = new Set([...(then.put ?? []).map(({ id }) => id), ...(then.remove ?? [])])
  const stays = ({ id }: Part) => !later.has(id)
  const set = fieldsById([...(first.set ?? []).filter(stays), ...(then.set ?? [])])
  const put = [...(first.put ?? []).filter(stays), ...(then.put ?? [])]
  const isPut = new Set(put.map(({ id }) => id))
  return {
    put: put.map((changed) => ({ ...changed, ...given(set.get(changed.id)) })),
    set: [...set.values()].filter(({ id }) => !isPut.has(id)),
    remove: [...(first.remove ?? []).filter((id) => !later.has(id)), ...(then.remove ?? [])],
  }
}

const byId = <P extends Part>(parts: readonly P[]) => new Map(parts.map((part) => [part.id, part]))

/** Merges field changes per part; for each field the last one wins. */
function fieldsById<F extends Part>(set: readonly F[]): Map<string, F> {
  const fields = new Map<string, F>()
  for (const fieldsOfPart of set)
    fields.set(fieldsOfPart.id, { ...fields.get(fieldsOfPart.id), ...given(fieldsOfPart) })
  return fields
}

/** Removes fields that are undefined. */
const given = <T extends object>(fields: T | undefined) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as {
    [F in keyof T]: Exclude<T[F], undefined>
  }
