import type { AgentId } from '@vee/contract/entities/agent-ids'
import { fencedBlocks, withoutFences } from '#lib/fenced-blocks.ts'

/** What can stand in the panel beside the talk. */
type PanelType = 'welcome' | 'markdown' | 'diagram' | 'code' | 'table'

/** The main content of one agent. */
export interface PanelContent {
  readonly agentId: AgentId
  readonly type: PanelType
  /** Markdown */
  readonly data: string
  readonly title: string
  /** ISO 8601 */
  readonly timestamp: string
  /** the reply that it is from is still to be read aloud */
  readonly isAwaitingTts: boolean
}

/** Shorter code is as well read in the talk. In lines. */
const SHORTEST_CODE = 6
/** Rows of a table that are worth a place of their own, its head included. */
const SHORTEST_TABLE = 4

const TABLE = /^\|.*\|[ \t]*\n\|[ \t:|-]+\|[ \t]*\n(?:\|.*\|[ \t]*(?:\n|$))+/gm

const lines = (text: string): number => text.trim().split('\n').length

/**
 * What of a reply is better seen than read in passing: its last diagram, else its longest piece of code, else its
 * longest table. undefined when it is all words. This is read from Markdown, so that it holds for every model.
 */
export function contentOfReply(markdown: string): Pick<PanelContent, 'type' | 'data'> | undefined {
  const blocks = fencedBlocks(markdown)
  const diagram = blocks.findLast(({ language }) => language === 'mermaid')
  if (diagram) return { type: 'diagram', data: diagram.source }
  const [code] = blocks.toSorted((a, b) => lines(b.code) - lines(a.code))
  if (code && lines(code.code) >= SHORTEST_CODE) return { type: 'code', data: code.source }
  const tables = Array.from(withoutFences(markdown).matchAll(TABLE), ([table]) => table)
  const [table] = tables.toSorted((a, b) => lines(b) - lines(a))
  return table !== undefined && lines(table) > SHORTEST_TABLE ? { type: 'table', data: table } : undefined
}
