import { bareAddressLength } from '../text/bare-address.ts'
import { say } from './inline-step.ts'
import type { InlineStep } from './inline-step.ts'
import { WAIT } from './markdown-token.ts'
import type { Ahead, Wait } from './markdown-token.ts'

const SCHEMES = ['https://', 'http://', 'www.']
const ADDRESS_LIMIT = 2_000
/** nothing in it ends an address */
const ADDRESS_ONLY = /^[\w\-.~:/?#[\]@!$&'()*+,;=%\p{L}\p{M}\p{N}]*$/u

/** Reads a URL outside a link, which is spoken as its host name; undefined if there is none here. */
export function readAddress({ text, isComplete }: Ahead): InlineStep | Wait | undefined {
  const start = text.slice(0, 8).toLowerCase()
  if (!SCHEMES.some((scheme) => start.startsWith(scheme))) {
    const mayBecomeOne = !isComplete && SCHEMES.some((scheme) => scheme.startsWith(start))
    return mayBecomeOne ? WAIT : undefined
  }
  const near = text.slice(0, ADDRESS_LIMIT)
  const isCut = !/[\s<。、]/.test(near) && near.length === text.length && near.length < ADDRESS_LIMIT
  // The character after an address decides where it ends.
  if (isCut && !isComplete && ADDRESS_ONLY.test(near)) return WAIT
  const length = bareAddressLength(near)
  return say(hostOf(near.slice(0, length)), length)
}

/** `https://www.example.org/a?b` → `example.org` */
export function hostOf(address: string): string {
  const rest = address.replace(/^(?:https?:\/\/)?(?:www\.)?/i, '')
  const end = rest.search(/[/?#:]/)
  return end === -1 ? rest : rest.slice(0, end)
}
