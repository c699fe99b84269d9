/** The keys from a value to a part of it, as zod reports them: names of fields, and indices of lists. */
export type Path = readonly PropertyKey[]

/** The key of every entry of a list: what is refused in one entry is refused in each. */
const ENTRY = Symbol('entry')

/** The nulls of a JSON value, as a tree of keys. */
interface NullTree {
  readonly inner: Map<PropertyKey, NullTree>
  /** whether there is a null at this node */
  hasNull: boolean
}

const newNullTree = (): NullTree => ({ inner: new Map(), hasNull: false })

/** Returns the fields of an object or a list; undefined for other values. */
export const jsonFieldsOf = (value: unknown): Record<PropertyKey, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>) : undefined

/** Returns the nulls of these paths as a tree. */
export function nullTreeOf(paths: readonly Path[]): NullTree {
  const tree = newNullTree()
  for (const path of paths) {
    let node = tree
    for (const key of path) node = childNode(node, typeof key === 'number' ? ENTRY : key)
    node.hasNull = true
  }
  return tree
}

function childNode({ inner }: NullTree, key: PropertyKey): NullTree {
  const existing = inner.get(key)
  if (existing) return existing
  const node = newNullTree()
  inner.set(key, node)
  return node
}

/** Returns the value without the nulls of the tree. Copies only what changes, and runs in linear time. */
export function withoutNulls(value: unknown, tree: NullTree): unknown {
  if (value === null) return tree.hasNull ? undefined : null
  const fields = jsonFieldsOf(value)
  if (!fields || tree.inner.size === 0) return value
  if (Array.isArray(fields)) {
    const entry = tree.inner.get(ENTRY)
    return entry ? fields.map((item) => withoutNulls(item, entry)) : value
  }
  const copy = { ...fields }
  for (const key of Object.keys(copy)) {
    const node = tree.inner.get(key)
    if (node) copy[key] = withoutNulls(copy[key], node)
  }
  return copy
}

/**
 * Returns the value with only those entries of its lists that have a null at a node where no earlier entry
 * has one: a small value with each kind of null. Returns undefined if it has more than `maxNodes` nodes.
 * Runs in linear time.
 */
export function sampleNulls(value: unknown, maxNodes: number): unknown {
  const sampler = new NullSampler(maxNodes)
  const sample = sampler.sampleValue(value, newNullTree())
  return sampler.isFull ? undefined : sample
}

class NullSampler {
  #nodesLeft: number
  #nulls = 0

  constructor(maxNodes: number) {
    this.#nodesLeft = maxNodes
  }

  /** Nothing is sampled further; this also limits the depth. */
  get isFull(): boolean {
    return this.#nodesLeft < 0
  }

  sampleValue(value: unknown, node: NullTree): unknown {
    if (value === null && !node.hasNull) {
      node.hasNull = true
      this.#nulls += 1
    }
    const fields = jsonFieldsOf(value)
    if (!fields || this.isFull) return value
    return Array.isArray(fields) ? this.#sampleEntries(fields, node) : this.#sampleFields(fields, node)
  }

  #sampleEntries(entries: readonly unknown[], node: NullTree): readonly unknown[] {
    const entryNode = this.#childIn(node, ENTRY)
    return entries.flatMap((entry) => {
      const before = this.#nulls
      const sample = this.sampleValue(entry, entryNode)
      return this.#nulls > before ? [sample] : []
    })
  }

  #sampleFields(fields: Record<PropertyKey, unknown>, node: NullTree): Record<PropertyKey, unknown> {
    const taken = { ...fields }
    for (const key of Object.keys(taken)) {
      if (this.isFull) break
      if (typeof taken[key] === 'object') taken[key] = this.sampleValue(taken[key], this.#childIn(node, key))
    }
    return taken
  }

  #childIn(node: NullTree, key: PropertyKey): NullTree {
    const size = node.inner.size
    const inner = childNode(node, key)
    this.#nodesLeft -= node.inner.size - size
    return inner
  }
}
