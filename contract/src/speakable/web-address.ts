import { trimEndOf } from '../text/trim.ts'
import { say } from './inline-step.ts'
import type { InlineStep } from './inline-step.ts'
import { WAIT } from './markdown-token.ts'
import type { Ahead, Wait } from './markdown-token.ts'

const SCHEMES = ['https://', 'http://', 'www.']
const ADDRESS_LIMIT = 2_000

/** Reads a URL outside a link, which is spoken as its host name; undefined if there is none here. */
export function readAddress({ text, isComplete }: Ahead): InlineStep | Wait | undefined {
  const start = text.slice(0, 8).toLowerCase()
  if (!SCHEMES.some((scheme) => start.startsWith(scheme))) {
    const mayBecomeOne = !isComplete && SCHEMES.some((scheme) => scheme.startsWith(start))
    return mayBecomeOne ? WAIT : undefined
  }
  const run = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]{1,2000}/.exec(text)?.[0] ?? ''
  if (run.length === text.length && run.length < ADDRESS_LIMIT && !isComplete) return WAIT
  const address = trimEndOf(run, /[.,;:!?'")\]*_~]/)
  return say(hostOf(address), address.length)
}

/** `https://www.example.org/a?b` → `example.org` */
export function hostOf(address: string): string {
  const rest = address.replace(/^(?:https?:\/\/)?(?:www\.)?/i, '')
  const end = rest.search(/[/?#:]/)
  return end === -1 ? rest : rest.slice(0, end)
}
