import { trimEndOf } from '@vee/contract/text/trim'
import { z } from 'zod'

/** The documentation of a variable. The tables of `--help` and docs/settings.md are generated from it. */
interface VariableNotes {
  readonly meaning: string
  /** an example of a valid value; appended to the message about an invalid one */
  readonly example: string
  /** shown instead of the schema's default if that is not a plain value */
  readonly shownDefault?: string
  /** its value never appears in a message */
  readonly secret?: true
}

export const variableNotes = z.registry<VariableNotes>()

export const trimmedText = z.string().trim()
export const address = (protocols: RegExp, kind: string) =>
  trimmedText
    .pipe(z.url({ protocol: protocols, error: `must be ${kind}` }))
    .transform((url) => trimEndOf(url, /\//))
/** Accepted synonyms. */
const SYNONYMS = new Map([
  ...['true', 'yes', '1'].map((word) => [word, 'on'] as const),
  ...['false', 'no', '0'].map((word) => [word, 'off'] as const),
])
export const onOff = trimmedText
  .toLowerCase()
  .transform((word) => SYNONYMS.get(word) ?? word)
  .pipe(z.enum(['on', 'off'], 'must be on or off'))
export const webAddress = address(/^https?$/, 'an http:// or https:// address')
export const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return trimmedText
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number().min(least, error).max(most, error))
}
export const apiKey = trimmedText.regex(
  /^[\x21-\x7e]+$/,
  'must not hold spaces, line breaks or letters outside ASCII',
)
