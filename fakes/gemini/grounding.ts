import type { ScriptedSearch } from '../upstream/vendor-search.ts'

/** Returns what Google states about a search with the last chunk: ranges count bytes of UTF-8. */
export function groundingMetadataOf({ query, pages, statements, suggestions }: ScriptedSearch): object {
  let bytes = 0
  const groundingSupports = statements.flatMap(({ text, pages: cited = [] }) => {
    const startIndex = bytes
    bytes += Buffer.byteLength(text)
    if (cited.length === 0) return []
    const segment = { ...(startIndex > 0 && { startIndex }), endIndex: bytes, text }
    return [{ segment, groundingChunkIndices: cited, confidenceScores: cited.map(() => 0.9) }]
  })
  return {
    webSearchQueries: [query],
    groundingChunks: pages.map(({ url, title }) => ({ web: { uri: url, title } })),
    groundingSupports,
    ...(suggestions !== undefined && { searchEntryPoint: { renderedContent: suggestions } }),
  }
}
