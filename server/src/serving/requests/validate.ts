import type { z } from 'zod'
import { DomainError } from '#domain/errors/domain-error.ts'
import { jsonFieldsOf, nullTreeOf, type Path, sampleNulls, withoutNulls } from './null-tree.ts'

/** Larger inputs are parsed only up to the first error, because each error costs memory and time. */
const FEW_VALUES = 2_000
/** Maximum number of passes in which nulls are removed from the input. */
const MAX_ROUNDS = 5
/** Maximum number of paths in a response. */
const MAX_DETAILS = 20

/**
 * Returns the input as parsed by its schema. Throws VALIDATION with the paths of errors, never with values. A
 * null counts as omitted if it is not a valid value of the field, because many clients send it. Runs in
 * linear time.
 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const isLarge = !hasFewValues(input)
  const options = { reportInput: false, abortEarly: isLarge }
  let value = input
  for (let round = 0; ; round += 1) {
    const parsed = schema.safeParse(value, options)
    if (parsed.success) return parsed.data
    const { issues } = parsed.error
    const refused = refusedNulls(issues, value)
    if (refused.length === 0 || round === MAX_ROUNDS) throw validationErrorOf(issues)
    if (isLarge) refused.push(...refusedInSample(schema, value))
    value = withoutNulls(value, nullTreeOf(refused))
  }
}

/** Returns the paths of nulls that caused an issue. */
const refusedNulls = (issues: readonly z.core.$ZodIssue[], input: unknown): Path[] =>
  issues.filter(({ path, message }) => !isOurs(message) && isNullAt(input, path)).map(({ path }) => path)

/**
 * Returns the paths of refused nulls in a sample of a large input: the pass over the whole stops at the first
 * one.
 */
function refusedInSample(schema: z.ZodType, input: unknown): readonly Path[] {
  const sample = sampleNulls(input, FEW_VALUES)
  if (!hasFewValues(sample)) return []
  return refusedNulls(schema.safeParse(sample, { reportInput: false }).error?.issues ?? [], sample)
}

function validationErrorOf(issues: readonly z.core.$ZodIssue[]): DomainError {
  const details = issues.slice(0, MAX_DETAILS).map(({ path, message }) => ({ path: path.join('.'), message }))
  return new DomainError('VALIDATION', messageAbout(details[0]), { details })
}

/** Counts up to `FEW_VALUES` only. */
function hasFewValues(input: unknown): boolean {
  const open = [input]
  for (let count = 0; open.length > 0; count += 1) {
    if (count + open.length > FEW_VALUES) return false
    const fields = jsonFieldsOf(open.pop())
    // A large array is not copied to be counted.
    if (Array.isArray(fields) && fields.length > FEW_VALUES) return false
    for (const key of fields ? Object.keys(fields) : []) {
      if (open.length > FEW_VALUES) return false
      open.push(fields?.[key])
    }
  }
  return true
}

/** Excludes the whole input: a null body is not an empty object. */
const isNullAt = (input: unknown, path: Path) =>
  path.length > 0 && path.reduce<unknown>((value, key) => jsonFieldsOf(value)?.[key], input) === null

function messageAbout(first: { readonly path: string; readonly message: string } | undefined): string {
  if (first === undefined) return 'The request is not valid.'
  if (isOurs(first.message)) return first.message
  return `The request is not valid. ${first.path === '' ? '' : `${first.path}: `}${first.message}`
}

/** True for a message of this contract's schemas, and not zod's "Invalid input: expected string". */
const isOurs = (message: string) => message.endsWith('.')
