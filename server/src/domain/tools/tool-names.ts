/** The name of the tool that sends queries to a search engine. */
export const SEARCH_TOOL = 'search_web'

/** The tools that only read, for agents without other tools. */
export const READING_TOOLS: ReadonlySet<string> = new Set([SEARCH_TOOL, 'read_page'])
