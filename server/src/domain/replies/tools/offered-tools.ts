import { relevanceTo } from '#lib/relevance.ts'
import type { Tool } from '../../tools/index.ts'

/** Characters per token of a tool's JSON. */
const CHARACTERS_PER_TOKEN = 4
/** Part of the last user message that is compared, in UTF-16 code units. */
const QUESTION_LENGTH = 2_000

/**
 * Returns the tools to offer: all of the server's own, and those of MCP servers within `budgetTokens`. If not
 * all fit, the ones most relevant to the last user message come first, else the first of each server in turn.
 * A tool that is not offered can still be called.
 */
export function offeredTools(
  tools: readonly Tool[],
  personsWords: string,
  budgetTokens: number,
): readonly Tool[] {
  const outside = tools.filter(({ server }) => server !== undefined)
  if (sum(outside.map(tokensOf)) <= budgetTokens) return tools
  const scores = relevanceTo(
    personsWords.slice(-QUESTION_LENGTH),
    outside.map(({ name, description }) => `${name.replaceAll('_', ' ')} ${description}`),
  )
  const ranked = outside
    .map((tool, index) => ({ tool, score: scores[index] ?? 0, turn: turnOf(outside, index) }))
    .toSorted((first, second) => second.score - first.score || first.turn - second.turn)
  const chosen = new Set<Tool>()
  let left = budgetTokens
  for (const { tool } of ranked) {
    const tokens = tokensOf(tool)
    if (tokens > left) continue
    left -= tokens
    chosen.add(tool)
  }
  return tools.filter((tool) => tool.server === undefined || chosen.has(tool))
}

/** Returns the index of a tool among those of its server. */
const turnOf = (tools: readonly Tool[], index: number) =>
  tools.slice(0, index).filter(({ server }) => server === tools[index]?.server).length

const tokensOf = ({ name, description, parameters }: Tool) =>
  Math.ceil((name.length + description.length + JSON.stringify(parameters).length) / CHARACTERS_PER_TOKEN)

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
