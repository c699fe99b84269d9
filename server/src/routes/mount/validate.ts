import type { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'

/** Input as its schema reads it. Refuses with VALIDATION and where it is wrong, never with what was in it. */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  const first = details[0]
  const where = first?.path ? `${first.path}: ` : ''
  throw new Refusal('VALIDATION', `The request is not valid. ${where}${first?.message ?? ''}`.trim(), {
    details,
  })
}
