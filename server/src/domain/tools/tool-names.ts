/** The name of the tool that sends queries to a search engine. */
export const SEARCH_TOOL = 'search_web'

/** The name of the tool that searches what the caller has said, met, noted and attached. */
export const KNOWLEDGE_TOOL = 'search_knowledge'

/** The tools that only read, for agents without other tools. */
export const READING_TOOLS: ReadonlySet<string> = new Set([SEARCH_TOOL, 'read_page', KNOWLEDGE_TOOL])

/** The tools that write notes about the caller. */
export const MEMORY_TOOLS: ReadonlySet<string> = new Set(['remember', 'forget'])
