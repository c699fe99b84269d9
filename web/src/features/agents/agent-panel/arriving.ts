import type { ResultKind } from '@vee/contract/entities/agent-result'

/** The displayable part of a result whose JSON is still incomplete. */
interface ArrivingResult {
  readonly title: string | undefined
  /** its complete parts, one line each */
  readonly lines: readonly string[]
}

/** For each kind: its lists, and the field that identifies an item. */
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

/** Parses a partial result. Incomplete values and values that are not text are omitted. */
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

/** Returns the JSON up to the last complete value, with open brackets closed. */
function wholePartOf(json: string): unknown {
  const open: string[] = []
  let isInText = false
  let end = { at: 0, open: '' }
  for (let index = 0; index < json.length; index++) {
    const sign = json[index] ?? ''
    if (isInText) {
      if (sign === '\\') index++
      else if (sign === '"') isInText = false
      continue
    }
    if (sign === '"') isInText = true
    else if (sign === '{' || sign === '[') open.unshift(sign === '{' ? '}' : ']')
    else if (sign === '}' || sign === ']') {
      open.shift()
      end = { at: index + 1, open: open.join('') }
    } else if (sign === ',') end = { at: index, open: open.join('') }
  }
  try {
    return JSON.parse(json.slice(0, end.at) + end.open)
  } catch {
    return undefined
  }
}
