import type { Rolldown } from 'vite'

const NAME = 'first-page'

/** added by the bundler to link chunks; otherwise a separate file */
const RUNTIME = '\0rolldown/runtime.js'

/** Returns these modules and all that they import statically. */
export function withStaticImports(
  entries: Iterable<string>,
  graph: Rolldown.ChunkingContext,
): ReadonlySet<string> {
  const found = new Set(entries)
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/**
 * Bundles the initial page into one file: code loaded later shares so much with it that it would be split
 * into dozens of small ones, each with a request, headers and its own compression.
 */
export function firstPage(entry: string) {
  let modules: ReadonlySet<string> | undefined
  return {
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      (modules ??= withStaticImports([entry], graph)).has(id) || id === RUNTIME ? NAME : null,
    debugName: NAME,
    includeDependenciesRecursively: false,
  }
}

/**
 * Returns the resulting file. The entry's own file would only import it, so the page requests this one
 * directly. Throws if zod is in it, which is as large as all other libraries but React.
 */
export function fileOfFirstPage(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const file = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === NAME)
  if (file?.type !== 'chunk') throw new Error('the build made no first page')
  const schemas = file.moduleIds.find((id) => id.includes('/node_modules/zod/'))
  if (schemas !== undefined)
    throw new Error(
      'the first page imports schemas: name what it needs in a module of the contract without zod',
    )
  return file
}
