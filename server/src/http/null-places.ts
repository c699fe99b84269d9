/** The keys from a value to a part of it, as zod reports them: names of fields, and indices of lists. */
export type Path = readonly PropertyKey[]

/** The key of every entry of a list: what is refused in one entry is refused in each. */
const ENTRY = Symbol('entry')

/** Places in a JSON value, as a tree. */
interface Places {
  readonly inner: Map<PropertyKey, Places>
  /** whether a null was found in this place */
  hasNull: boolean
}

const newPlaces = (): Places => ({ inner: new Map(), hasNull: false })

/** Returns the fields of an object or a list; undefined for other values. */
export const jsonFieldsOf = (value: unknown): Record<PropertyKey, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>) : undefined

/** Returns the places of nulls by their paths. */
export function placesOf(paths: readonly Path[]): Places {
  const places = newPlaces()
  for (const path of paths) {
    let place = places
    for (const key of path) place = innerPlace(place, typeof key === 'number' ? ENTRY : key)
    place.hasNull = true
  }
  return places
}

function innerPlace({ inner }: Places, key: PropertyKey): Places {
  const known = inner.get(key)
  if (known) return known
  const place = newPlaces()
  inner.set(key, place)
  return place
}

/** Returns the value without the nulls in these places. Copies only what changes, and runs in linear time. */
export function withoutNulls(value: unknown, places: Places): unknown {
  if (value === null) return places.hasNull ? undefined : null
  const fields = jsonFieldsOf(value)
  if (!fields || places.inner.size === 0) return value
  if (Array.isArray(fields)) {
    const entry = places.inner.get(ENTRY)
    return entry ? fields.map((one) => withoutNulls(one, entry)) : value
  }
  const copy = { ...fields }
  for (const key of Object.keys(copy)) {
    const place = places.inner.get(key)
    if (place) copy[key] = withoutNulls(copy[key], place)
  }
  return copy
}

/**
 * Returns the value with only those entries of its lists that have a null in a place where no earlier entry
 * has one: a small value with each kind of null. Returns undefined if it has more than `maxPlaces` places.
 * Runs in linear time.
 */
export function sampleNulls(value: unknown, maxPlaces: number): unknown {
  const sampler = new NullSampler(maxPlaces)
  const sample = sampler.take(value, newPlaces())
  return sampler.isFull ? undefined : sample
}

class NullSampler {
  #placesLeft: number
  #nulls = 0

  constructor(maxPlaces: number) {
    this.#placesLeft = maxPlaces
  }

  /** Nothing is sampled further; this also limits the depth. */
  get isFull(): boolean {
    return this.#placesLeft < 0
  }

  take(value: unknown, place: Places): unknown {
    if (value === null && !place.hasNull) {
      place.hasNull = true
      this.#nulls += 1
    }
    const fields = jsonFieldsOf(value)
    if (!fields || this.isFull) return value
    return Array.isArray(fields) ? this.#takeEntries(fields, place) : this.#takeFields(fields, place)
  }

  #takeEntries(entries: readonly unknown[], place: Places): readonly unknown[] {
    const entryPlace = this.#placeIn(place, ENTRY)
    return entries.flatMap((entry) => {
      const before = this.#nulls
      const sample = this.take(entry, entryPlace)
      return this.#nulls > before ? [sample] : []
    })
  }

  #takeFields(fields: Record<PropertyKey, unknown>, place: Places): Record<PropertyKey, unknown> {
    const taken = { ...fields }
    for (const key of Object.keys(taken)) {
      if (this.isFull) break
      if (typeof taken[key] === 'object') taken[key] = this.take(taken[key], this.#placeIn(place, key))
    }
    return taken
  }

  #placeIn(place: Places, key: PropertyKey): Places {
    const size = place.inner.size
    const inner = innerPlace(place, key)
    this.#placesLeft -= place.inner.size - size
    return inner
  }
}
