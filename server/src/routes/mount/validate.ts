import type { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'

/** Input as its schema reads it. Refuses with VALIDATION and where it is wrong, never with what was in it. */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const strict = schema.safeParse(input)
  if (strict.success) return strict.data
  const parsed = schema.safeParse(withoutNulls(input, strict.error))
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new Refusal('VALIDATION', messageAbout(details[0]), { details })
}

/** Many clients write null for what they leave out: where it is no value of the field, it counts as left out. */
function withoutNulls(input: unknown, { issues }: z.ZodError): unknown {
  const nulls = issues.filter(({ message }) => !isOurs(message))
  return nulls.reduce((value, { path }) => withoutNullAt(value, path), input)
}

function withoutNullAt(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (typeof value !== 'object' || value === null || key === undefined) return value
  const fields = value as Readonly<Record<PropertyKey, unknown>>
  const kept = rest.length > 0 ? withoutNullAt(fields[key], rest) : (fields[key] ?? undefined)
  if (Array.isArray(value)) return value.with(Number(key), kept)
  return { ...fields, [key]: kept }
}

function messageAbout(first: { readonly path: string; readonly message: string } | undefined): string {
  if (first === undefined) return 'The request is not valid.'
  if (isOurs(first.message)) return first.message
  return `The request is not valid. ${first.path === '' ? '' : `${first.path}: `}${first.message}`
}

/** A sentence that a schema of ours says, and not zod's "Invalid input: expected string". */
const isOurs = (message: string) => message.endsWith('.')
