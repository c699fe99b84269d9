import { trimEndOf } from '@vee/contract/text/trim'
import type { ViewMessage } from '#lib/agent-view.ts'

export interface Slide {
  readonly title: string
  /** Markdown, without the title */
  readonly body: string
  /** the spoken text; empty: the body */
  readonly narration: string
}

interface Approach {
  readonly name: string
  readonly time: string
  readonly space: string
  readonly note: string
}

/** The audit of one problem. */
export interface Audit {
  /** id of its reply */
  readonly id: string
  readonly title: string
  /** ISO 8601 */
  readonly at: string
  readonly slides: readonly Slide[]
  readonly approaches: readonly Approach[]
}

const MAX_TITLE_LENGTH = 80
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/

/** Returns the text of a heading of the first two levels, without closing marks. */
function headingOf(line: string): string | undefined {
  const heading = /^##?\s+(\S.*)$/.exec(line)?.[1]?.trimEnd()
  return heading && (trimEndOf(heading, /#/).trimEnd() || heading)
}

/**
 * Splits Markdown at its level-two headings, except those inside of code; lines of hyphens between slides are
 * removed.
 */
export function slidesOf(markdown: string): readonly Slide[] {
  const slides: { title: string; lines: string[] }[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode
    const title = isCode ? undefined : headingOf(line)
    if (title !== undefined) slides.push({ title: title.replaceAll(/\*\*|__|`/g, ''), lines: [] })
    else if (isCode || !/^\s*-{3,}\s*$/.test(line)) {
      if (slides.length === 0) slides.push({ title: '', lines: [] })
      slides.at(-1)?.lines.push(line)
    }
  }
  return slides
    .map(({ title, lines }) => ({ title, body: lines.join('\n').trim(), narration: '' }))
    .filter(({ title, body }) => title !== '' || body !== '')
}

function titleFrom(question: string | undefined, slides: readonly Slide[]): string {
  // The first line is written by the screen; the problem follows it.
  const line =
    question
      ?.split('\n')
      .filter((each) => each.trim() !== '')
      .at(1) ??
    question ??
    slides[0]?.title ??
    ''
  const words = line.replaceAll(/[#*`]/g, '').trim()
  return words.length > MAX_TITLE_LENGTH ? `${words.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…` : words
}

/** Returns the audit in a finished reply; undefined for follow-ups, which are not slides. */
export function auditOf(messages: readonly ViewMessage[], index: number): Audit | undefined {
  const message = messages[index]
  if (message?.role !== 'assistant' || message.isRunning) return undefined
  const { id, at, result, text } = message
  if (result?.kind === 'audit_slides') {
    const { title, slides, approaches } = result
    return {
      id,
      at,
      title,
      slides: slides.map(({ title, body, narration }) => ({ title, body, narration })),
      approaches,
    }
  }
  const slides = slidesOf(text)
  const question = messages[index - 1]?.text
  const isAudit = slides.length > 1 || messages.findIndex(({ role }) => role === 'assistant') === index
  if (!isAudit || slides.length === 0) return undefined
  return { id, at, title: titleFrom(question, slides), slides, approaches: [] }
}

export function asMarkdown({ title, slides, approaches }: Audit): string {
  const table =
    approaches.length === 0
      ? []
      : [
          ['| | | | |', '|---|---|---|---|']
            .concat(
              approaches.map(({ name, time, space, note }) => `| ${name} | ${time} | ${space} | ${note} |`),
            )
            .join('\n'),
        ]
  const parts = slides.map((slide) =>
    slide.title === '' ? slide.body : `## ${slide.title}\n\n${slide.body}`,
  )
  return `# ${title}\n\n${[...parts, ...table].join('\n\n---\n\n')}\n`
}

/** Returns the spoken text of a slide. */
export const spokenOf = ({ title, body, narration }: Slide): string =>
  narration === '' ? (title === '' ? body : `${title}.\n\n${body}`) : narration

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const items = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** Parses a stored audit; undefined if it is invalid. */
export function auditFrom(value: unknown): Audit | undefined {
  if (!isObject(value) || text(value['id']) === '' || Number.isNaN(Date.parse(text(value['at']))))
    return undefined
  const slides = items(value['slides']).map(({ title, body, narration }) => ({
    title: text(title),
    body: text(body),
    narration: text(narration),
  }))
  if (slides.length === 0) return undefined
  return {
    id: text(value['id']),
    at: text(value['at']),
    title: text(value['title']),
    slides,
    approaches: items(value['approaches']).map(({ name, time, space, note }) => ({
      name: text(name),
      time: text(time),
      space: text(space),
      note: text(note),
    })),
  }
}
