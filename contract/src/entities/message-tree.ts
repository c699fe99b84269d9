// No zod here: the web client reads these.

/** A message in the tree of a conversation. */
export interface TreeNode {
  readonly id: string
  /** the message that it follows; null for a first message */
  readonly parentId: string | null
}

/** Nodes by their ids, each after its parent. */
type Nodes = readonly TreeNode[]

/** Returns the ids from the first message to the leaf; none for null and for a leaf that is not in the tree. */
export function pathTo(nodes: Nodes, leafId: string | null): readonly string[] {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]))
  const path: string[] = []
  let id: string | null | undefined = leafId
  while (id !== null && id !== undefined && parents.has(id)) {
    path.push(id)
    id = parents.get(id)
  }
  return path.toReversed()
}

/** Returns the ids of all messages that follow the same message as this one, itself included; none if it is not there. */
export function siblingsOf(nodes: Nodes, messageId: string): readonly string[] {
  const node = nodes.find(({ id }) => id === messageId)
  return node ? nodes.filter(({ parentId }) => parentId === node.parentId).map(({ id }) => id) : []
}

/** Returns the ids of a message and of everything after it. */
export function idsUnder(nodes: Nodes, messageId: string): ReadonlySet<string> {
  const ids = new Set(nodes.filter(({ id }) => id === messageId).map(({ id }) => id))
  for (const { id, parentId } of nodes) if (parentId !== null && ids.has(parentId)) ids.add(id)
  return ids
}

/** Returns the newest message at the end of a path through this one; undefined if it is not there. */
export function newestLeafUnder(nodes: Nodes, messageId: string): string | undefined {
  const ids = idsUnder(nodes, messageId)
  return nodes.findLast(({ id }) => ids.has(id))?.id
}

/**
 * Returns the nodes in an order in which each follows its parent. A parent that is unknown is replaced by the node before it in the
 * list, which is how messages without a tree follow each other, and one that would close a circle by the node before it in the result.
 */
export function inTreeOrder<N extends TreeNode>(
  nodes: readonly N[],
  knownIds: ReadonlySet<string>,
): readonly N[] {
  const own = new Set(nodes.map(({ id }) => id))
  const placed = new Set<string>()
  const ordered: N[] = []
  const children = new Map<string, N[]>()
  const placeWithChildren = (first: N): void => {
    const stack = [first]
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (placed.has(node.id)) continue
      placed.add(node.id)
      ordered.push(node)
      stack.push(...(children.get(node.id) ?? []).toReversed())
    }
  }
  const roots: N[] = []
  for (const [index, node] of nodes.entries()) {
    const isMissing = node.parentId !== null && !own.has(node.parentId) && !knownIds.has(node.parentId)
    const parentId = isMissing ? (nodes[index - 1]?.id ?? null) : node.parentId
    const parented = isMissing ? { ...node, parentId } : node
    const following = parentId !== null && own.has(parentId) ? children.get(parentId) : roots
    if (following) following.push(parented)
    else if (parentId !== null) children.set(parentId, [parented])
  }
  for (const root of roots) placeWithChildren(root)
  for (const node of nodes)
    if (!placed.has(node.id)) placeWithChildren({ ...node, parentId: ordered.at(-1)?.id ?? null })
  return ordered
}

/** Returns the nodes that are not deleted, each after the nearest one before it that is there. */
export function withoutDeleted<N extends TreeNode>(
  nodes: readonly N[],
  isDeleted: (node: N) => boolean,
): readonly N[] {
  const nearest = new Map<string, string | null>()
  const kept: N[] = []
  for (const node of nodes) {
    const { id, parentId } = node
    const parent = parentId === null ? null : (nearest.get(parentId) ?? null)
    nearest.set(id, isDeleted(node) ? parent : id)
    if (!isDeleted(node)) kept.push(parent === parentId ? node : { ...node, parentId: parent })
  }
  return kept
}
