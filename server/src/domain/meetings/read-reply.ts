import type { ResultOf } from '@vee/contract/entities/agent-result'
import type { Reply } from '@vee/contract/stream/reply-event'
import { type Task, tasksOfTables } from './task-tables.ts'

export type MeetingSummary = ResultOf<'meeting_summary'>

const MAX_LINE_LENGTH = 300
const TASK = /^[-*•] *\[[ x]\] *(\S.*)$/i
const BULLET = /^(?:[-*•]|\d{1,4}[.)])\s(.+)$/

/**
 * Returns the summary of a reply. A model that cannot call the result tool writes Markdown: tasks are read
 * from its check lists and tables, points from its bullets, each as its own quote, so that a literal quote of
 * the transcript counts as evidence.
 */
export function summaryOf({ result, content }: Pick<Reply, 'result' | 'content'>): MeetingSummary {
  if (result?.kind === 'meeting_summary') return result
  const lines = content.split('\n').map((line) => line.trim())
  const tables = tasksOfTables(lines)
  const tasks = [...lines.flatMap((line) => readAs(TASK, line)).map(withOwner), ...tables]
  const points = lines.filter((line) => !TASK.test(line)).flatMap((line) => readAs(BULLET, line))
  const paragraphs = lines.filter((line) => line !== '' && !/^[#|*\-•]|^\d+[.)]/.test(line))
  const summary = points.length > 0 ? points : paragraphs
  return {
    kind: 'meeting_summary',
    title: '',
    summary: summary.join('\n'),
    decisions: [],
    actionItems: tasks.map(({ text, assignee, dueDate }) => ({ text, assignee, dueDate })),
    openQuestions: [],
    quotes: [
      ...summary.map((quote, index) => ({ of: 'summary' as const, index, quote })),
      ...tasks.map(({ text }, index) => ({ of: 'action_item' as const, index, quote: text })),
    ],
  }
}

/** Reads the owner from a task: `… (owner: Ann)`, `… @Ann`. */
function withOwner(task: string): Task {
  const mentioned = /(?:^|\s)@(\p{L}[\p{L}\d._-]{0,60})/u.exec(task)?.[1]
  const named = /\((?:owner|assignee): ?([^()]{1,60})\)/i.exec(task)
  const text = named ? task.replace(named[0], '').trim() : task
  return { text, assignee: named?.[1]?.trim() ?? mentioned ?? null, dueDate: null }
}

function readAs(pattern: RegExp, line: string): readonly string[] {
  const text = pattern
    .exec(line)?.[1]
    ?.replaceAll(/\*\*|__|`/g, '')
    .trim()
  return text ? [text.slice(0, MAX_LINE_LENGTH)] : []
}
