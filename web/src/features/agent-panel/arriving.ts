import type { ResultKind } from '@vee/contract/entities/agent-result'

/** What can be told of a result while its JSON is still being written. */
interface ArrivingResult {
  readonly title: string | undefined
  /** its parts that are whole, a line each */
  readonly lines: readonly string[]
}

/** Of each kind: the lists that make it up, and the field by which a person knows an item of theirs. */
const PARTS: Readonly<Record<ResultKind, readonly (readonly [list: string, field: string])[]>> = {
  design: [
    ['assumptions', 'label'],
    ['estimates', 'label'],
  ],
  interview_report: [['rubric', 'criterion']],
  quiz: [['questions', 'question']],
  flashcards: [['cards', 'front']],
  lesson_plan: [['steps', 'title']],
  audit_slides: [['slides', 'title']],
  meeting_summary: [['actionItems', 'text']],
}

/** Reads what has arrived of a result. Whatever is cut in its middle is left out, and so is what is no text. */
export function arrivingResult(kind: ResultKind, json: string): ArrivingResult {
  const read = fieldsOf(wholePartOf(json))
  const lines = PARTS[kind].flatMap(([list, field]) => {
    const items = read[list]
    return Array.isArray(items) ? items.flatMap((item) => textOf(fieldsOf(item)[field]) ?? []) : []
  })
  return { title: textOf(read['title']), lines }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

/** The JSON up to the last value that is certainly whole, with what is open closed. */
function wholePartOf(json: string): unknown {
  const open: string[] = []
  let isInText = false
  let end = { at: 0, open: '' }
  for (let at = 0; at < json.length; at++) {
    const sign = json[at] ?? ''
    if (isInText) {
      if (sign === '\\') at++
      else if (sign === '"') isInText = false
      continue
    }
    if (sign === '"') isInText = true
    else if (sign === '{' || sign === '[') open.unshift(sign === '{' ? '}' : ']')
    else if (sign === '}' || sign === ']') {
      open.shift()
      end = { at: at + 1, open: open.join('') }
    } else if (sign === ',') end = { at, open: open.join('') }
  }
  try {
    return JSON.parse(json.slice(0, end.at) + end.open)
  } catch {
    return undefined
  }
}
