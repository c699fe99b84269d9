import type { ResultOf } from '@vee/contract/entities/agent-result'
import type { Reply } from '@vee/contract/stream/reply-event'

export type MeetingSummary = ResultOf<'meeting_summary'>

const LINE_MAX_LENGTH = 300
const TASK = /^\s*[-*•]\s*\[[ x]\]\s*(\S.*)$/i
const BULLET = /^\s*(?:[-*•]|\d+[.)])\s+(\S.*)$/

/**
 * What a reply tells of a meeting. A model that cannot make a result has written Markdown: its tasks and points are read
 * from that, each as its own quote, so that what stands in the transcript to the letter is proven.
 */
export function summaryOf({ result, content }: Pick<Reply, 'result' | 'content'>): MeetingSummary {
  if (result?.kind === 'meeting_summary') return result
  const lines = content.split('\n')
  const tasks = lines.flatMap((line) => readAs(TASK, line))
  const points = lines.filter((line) => !TASK.test(line)).flatMap((line) => readAs(BULLET, line))
  const paragraphs = lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#|*\-•]|^\d+[.)]/.test(line))
  const said = points.length > 0 ? points : paragraphs
  return {
    kind: 'meeting_summary',
    title: '',
    summary: said.join('\n'),
    decisions: [],
    actionItems: tasks.map((text) => ({ text, assignee: null, dueDate: null })),
    openQuestions: [],
    quotes: [
      ...said.map((quote, index) => ({ of: 'summary' as const, index, quote })),
      ...tasks.map((quote, index) => ({ of: 'action_item' as const, index, quote })),
    ],
  }
}

function readAs(pattern: RegExp, line: string): readonly string[] {
  const text = pattern
    .exec(line)?.[1]
    ?.replaceAll(/\*\*|__|`/g, '')
    .trim()
  return text ? [text.slice(0, LINE_MAX_LENGTH)] : []
}
