/** What a meeting has several of and people change at once: a line, an action item, a mark. */
interface Part {
  readonly id: string
}

/** What becomes of single parts, so that nobody who changes one takes away what another has changed meanwhile. */
export interface PartChanges<P extends Part> {
  /** whole: each takes the place of the one with its id, or comes to the others */
  readonly put?: P[] | undefined
  /** fields of those that are there; what is not there any more is passed over */
  readonly set?: (Part & { readonly [F in keyof P]?: P[F] | undefined })[] | undefined
  /** ids; what is not there any more is passed over */
  readonly remove?: string[] | undefined
}

/** What is both put and removed is put. */
export function withParts<P extends Part>(
  parts: readonly P[],
  { put = [], set = [], remove = [] }: PartChanges<P>,
): P[] {
  const [fresh, fields, gone] = [byId(put), fieldsById(set), new Set(remove)]
  const stayed = parts.filter(({ id }) => fresh.has(id) || !gone.has(id))
  const known = new Set(stayed.map(({ id }) => id))
  return [
    ...stayed.map((part) => fresh.get(part.id) ?? part),
    ...[...fresh.values()].filter(({ id }) => !known.has(id)),
  ].map((part) => ({ ...part, ...given(fields.get(part.id)) }))
}

/** Two changes as one: what came later counts. */
export function joinedParts<P extends Part>(first: PartChanges<P>, then: PartChanges<P>): PartChanges<P> {
  const later = new Set([...(then.put ?? []).map(({ id }) => id), ...(then.remove ?? [])])
  const stays = ({ id }: Part) => !later.has(id)
  const set = fieldsById([...(first.set ?? []).filter(stays), ...(then.set ?? [])])
  const put = [...(first.put ?? []).filter(stays), ...(then.put ?? [])]
  const isPut = new Set(put.map(({ id }) => id))
  return {
    put: put.map((part) => ({ ...part, ...given(set.get(part.id)) })),
    set: [...set.values()].filter(({ id }) => !isPut.has(id)),
    remove: [...(first.remove ?? []).filter((id) => !later.has(id)), ...(then.remove ?? [])],
  }
}

const byId = <P extends Part>(parts: readonly P[]) => new Map(parts.map((part) => [part.id, part]))

/** Of two for one part what each gives, and of one field what comes last. */
function fieldsById<F extends Part>(set: readonly F[]): Map<string, F> {
  const fields = new Map<string, F>()
  for (const one of set) fields.set(one.id, { ...fields.get(one.id), ...given(one) })
  return fields
}

/** Without what is undefined. */
const given = <T extends object>(fields: T | undefined) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as {
    [F in keyof T]: Exclude<T[F], undefined>
  }
