import type { AgentId } from '@vee/contract/entities/agent-ids'
import { fencedBlocks, withoutFences } from '#lib/files/fenced-blocks.ts'

/** The kinds of content in the panel next to the conversation. */
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
  /** the reply with it will be read aloud */
  readonly isAwaitingTts: boolean
}

/** Minimum number of lines of code in the panel; shorter code is readable in the conversation. */
const MIN_CODE_LINES = 6
/** Minimum number of rows, including the head, for a table in the panel. */
const MIN_TABLE_ROWS = 4

const TABLE = /^\|.*\|[ \t]*\n\|[ \t:|-]+\|[ \t]*\n(?:\|.*\|[ \t]*(?:\n|$))+/gm

const lines = (text: string): number => text.trim().split('\n').length

/**
 * Returns the part of a reply that is shown in the panel: its last diagram, else its longest code block, else
 * its longest table; undefined for text only. Parsed from Markdown, so that it works with every model.
 */
export function contentOfReply(markdown: string): Pick<PanelContent, 'type' | 'data'> | undefined {
  const blocks = fencedBlocks(markdown)
  const diagram = blocks.findLast(({ language }) => language === 'mermaid')
  if (diagram) return { type: 'diagram', data: diagram.source }
  const [code] = blocks.toSorted((a, b) => lines(b.code) - lines(a.code))
  if (code && lines(code.code) >= MIN_CODE_LINES) return { type: 'code', data: code.source }
  const tables = Array.from(withoutFences(markdown).matchAll(TABLE), ([table]) => table)
  const [table] = tables.toSorted((a, b) => lines(b) - lines(a))
  return table !== undefined && lines(table) > MIN_TABLE_ROWS ? { type: 'table', data: table } : undefined
}
