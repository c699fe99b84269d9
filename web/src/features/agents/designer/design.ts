import type { ViewMessage } from '#lib/agent-view.ts'
import { fencedBlocks } from '#lib/files/fenced-blocks.ts'
import { randomId } from '#lib/random-id.ts'
import type { NumberRow } from './calculate.ts'

/** A version of a diagram. */
export interface Version {
  readonly id: string
  readonly source: string
  readonly origin: 'reply' | 'edit'
}

/** The diagram and the numbers. */
export interface Design {
  readonly versions: readonly Version[]
  readonly rows: readonly NumberRow[]
  /** source being edited, not a version yet */
  readonly draft?: string | undefined
  /** the tab in which it is edited */
  readonly draftBy?: string | undefined
}

export const EMPTY_DESIGN: Design = { versions: [], rows: [] }

/** Maximum number; the oldest ones are deleted. */
const MAX_VERSIONS = 50

/** Returns the diagram of a reply: its result's, else the last one in its Markdown. */
function diagramOf({ text, result, isRunning }: ViewMessage): string | undefined {
  if (result?.kind === 'design') return result.diagram
  const diagram = fencedBlocks(text).findLast(({ language }) => language === 'mermaid')?.code
  // In a running reply, the closing fence may be the opening one of another block.
  return isRunning ? undefined : diagram
}

/** Adds a version unless the diagram is unchanged. */
export function withVersion(design: Design, version: Version): Design {
  const last = design.versions.at(-1)
  const isKnown = design.versions.some(({ id }) => id === version.id) || last?.source === version.source
  return isKnown ? design : { ...design, versions: [...design.versions, version].slice(-MAX_VERSIONS) }
}

/**
 * Sets the draft of a tab; undefined removes it. A draft of another tab is preserved as a version with this
 * id.
 */
export function withDraft(design: Design, draft: string | undefined, tab: string, id: string): Design {
  const isOthers = design.draft !== undefined && design.draftBy !== tab
  if (draft === undefined) return isOthers ? design : { ...design, draft, draftBy: undefined }
  const isLost = isOthers && design.draft !== draft
  const stored = isLost ? withVersion(design, { id, source: design.draft ?? '', origin: 'edit' }) : design
  return { ...stored, draft, draftBy: tab }
}

/** Adds the diagrams of all replies that are not versions yet, by their ids. */
export function withReplies(design: Design, messages: readonly ViewMessage[]): Design {
  let grown = design
  for (const message of messages) {
    const source = message.role === 'assistant' ? diagramOf(message) : undefined
    if (source !== undefined) grown = withVersion(grown, { id: message.id, source, origin: 'reply' })
  }
  return grown
}

const NAMED_NUMBER = /^[A-Za-z_]\w{0,40}$/

/** Returns the numbers of the last reply with any: its result's, else a table whose first cells are names. */
export function numbersOf(messages: readonly ViewMessage[]): readonly NumberRow[] {
  for (const { result, text } of messages.toReversed()) {
    if (result?.kind === 'design' && result.assumptions.length + result.estimates.length > 0) {
      return [
        ...result.assumptions.map(({ id, value }) => ({ id: randomId(), name: id, formula: String(value) })),
        ...result.estimates.map(({ id, formula }) => ({ id: randomId(), name: id, formula })),
      ]
    }
    const rows = text.split('\n').flatMap((line) => {
      const [, name = '', formula = ''] = line.split('|').map((cell) => cell.replaceAll(/[`*]/g, '').trim())
      return NAMED_NUMBER.test(name) && /^[-\d(]/.test(formula) ? [{ id: randomId(), name, formula }] : []
    })
    if (rows.length > 1) return rows
  }
  return []
}

/** Returns the typical rows of estimates: daily users, requests per second, storage per year. */
export const usualRows = (): readonly NumberRow[] =>
  [
    ['daily_users', '1M'],
    ['requests_per_user', '20'],
    ['requests_per_second', 'daily_users * requests_per_user / 86400'],
    ['peak_factor', '3'],
    ['peak_per_second', 'ceil(requests_per_second * peak_factor)'],
    ['kilobytes_per_request', '2'],
    ['gigabytes_per_year', 'daily_users * requests_per_user * kilobytes_per_request * 365 / 1e6'],
  ].map(([name = '', formula = '']) => ({ id: randomId(), name, formula }))

const isText = (value: unknown): value is string => typeof value === 'string'

const items = (list: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : []

/** Parses a stored design. */
export function designFrom(value: unknown): Design {
  if (typeof value !== 'object' || value === null) return EMPTY_DESIGN
  const { versions, rows, draft, draftBy } = value as Record<string, unknown>
  return {
    versions: items(versions).flatMap(({ id, source, origin }) =>
      isText(id) && isText(source) ? [{ id, source, origin: origin === 'edit' ? 'edit' : 'reply' }] : [],
    ),
    rows: items(rows).flatMap(({ id, name, formula }) =>
      isText(id) && isText(name) && isText(formula) ? [{ id, name, formula }] : [],
    ),
    ...(isText(draft) && { draft }),
    ...(isText(draftBy) && { draftBy }),
  }
}
