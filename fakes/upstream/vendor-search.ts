/** What the vendor's own search does for a reply, before a wire format encodes it. */
export interface ScriptedSearch {
  readonly query: string
  readonly pages: readonly { readonly url: string; readonly title: string }[]
  /** the reply: statements in order, with what each rests on */
  readonly statements: readonly ScriptedStatement[]
  /** the vendor pauses the turn after its search; only Anthropic does that */
  readonly pauses?: boolean
  /** HTML of search suggestions; only Google has them */
  readonly suggestions?: string
}

interface ScriptedStatement {
  readonly text: string
  /** positions of pages */
  readonly pages?: readonly number[]
  /** words of the page; only Anthropic states them */
  readonly quote?: string
  /** a passage of a tool's result, and its sentences; only Anthropic cites them */
  readonly passage?: { readonly index: number; readonly from: number; readonly to: number }
}

/** Returns the reply without what it rests on. */
export const textOfStatements = ({ statements }: ScriptedSearch): string =>
  statements.map(({ text }) => text).join('')

/** Vendors search only if the request has their tool. */
export function searchFor(
  { search }: { readonly search?: ScriptedSearch | undefined },
  request: unknown,
): ScriptedSearch | undefined {
  return search &&
    JSON.stringify(request).match(
      /"(?:web_search|web_search_20250305|googleSearch|web_search_options)"|"search_result"/,
    )
    ? search
    : undefined
}
