import type { Rolldown } from 'vite'
import { withStaticImports } from './first-page.ts'

const FIRST_REPLY = 'first-reply'
const SHARED = 'shared'

/** Returns every module that is imported dynamically. */
function dynamicEntriesOf(entry: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([entry])
  const dynamic = new Set<string>()
  for (const id of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) found.add(imported)
    for (const imported of dynamicallyImportedIds) dynamic.add(imported)
  }
  return dynamic
}

/**
 * Bundles what the first reply needs, its conversation, session, speaker and transport, into one file, and what other parts
 * use of that into another: otherwise they are forty files, most of them smaller than the headers of their requests.
 * @param parts ids of the modules that it imports dynamically
 */
export function firstReply(entry: string, parts: RegExp) {
  let names: ReadonlyMap<string, string> | undefined
  function namesOf(graph: Rolldown.ChunkingContext): ReadonlyMap<string, string> {
    const dynamic = [...dynamicEntriesOf(entry, graph)]
    const ofReply = withStaticImports(
      dynamic.filter((id) => parts.test(id)),
      graph,
    )
    const ofOthers = withStaticImports(
      dynamic.filter((id) => !parts.test(id)),
      graph,
    )
    return new Map([...ofReply].map((id) => [id, ofOthers.has(id) ? SHARED : FIRST_REPLY]))
  }
  return {
    name: (id: string, graph: Rolldown.ChunkingContext) => (names ??= namesOf(graph)).get(id) ?? null,
    debugName: FIRST_REPLY,
    includeDependenciesRecursively: false,
  }
}
