import { trimEndOf } from '@vee/contract/text/trim'

export interface Fence {
  /** the first word after the opening fence, in lower case; empty when there is none */
  readonly language: string
  readonly code: string
  readonly isClosed: boolean
}

const OPENING = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))([^\n`]*)(?:\n|$)/

/** Returns the parts of a fenced code block; undefined when the source is none. */
export function parseFence(source: string): Fence | undefined {
  const opening = OPENING.exec(source)
  if (!opening) return undefined
  const [head, mark = '', info = ''] = opening
  const language = info.trim().split(/\s/)[0] ?? ''
  const lines = trimEndOf(source.slice(head.length), /\n/).split('\n')
  const last = lines.at(-1)?.trim() ?? ''
  const isClosed = last.length >= mark.length && last === (mark[0] ?? '').repeat(last.length)
  return {
    language: language.toLowerCase(),
    code: (isClosed ? lines.slice(0, -1) : lines).join('\n'),
    isClosed,
  }
}
