import type { Rolldown } from 'vite'

const NAME = 'first-page'

/** what the bundler adds to link chunks; a file of its own otherwise */
const RUNTIME = '\0rolldown/runtime.js'

/** What the first page runs: the entry and all that is imported from there without being loaded later. */
function modulesOfFirstPage(entry: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([entry])
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/**
 * The first page is one file: what loads later shares so much with it that it would come in dozens of small ones, each
 * with a request, its headers and a compression of its own.
 */
export function firstPage(entry: string) {
  let modules: ReadonlySet<string> | undefined
  return {
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      (modules ??= modulesOfFirstPage(entry, graph)).has(id) || id === RUNTIME ? NAME : null,
    debugName: NAME,
    includeDependenciesRecursively: false,
  }
}

/** The file that it became. The entry's own file only imported it, and the page asks for this one in its place. */
export function fileOfFirstPage(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const file = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === NAME)
  if (file?.type !== 'chunk') throw new Error('the build made no first page')
  return file
}
