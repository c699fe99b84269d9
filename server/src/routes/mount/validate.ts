import type { z } from 'zod'
import { DomainError } from '#domain/domain-error.ts'

/** Larger inputs are parsed only up to the first error, because each error costs memory and time. */
const FEW_VALUES = 2_000
/** Maximum number of passes in which nulls are removed from the input. */
const ROUNDS_MAX = 5
/** Maximum number of paths in a response. */
const DETAILS_MAX = 20

/**
 * Returns the input as parsed by its schema. Throws VALIDATION with the paths of errors, never with values. A
 * null counts as omitted if it is not a valid value of the field, because many clients send it. Runs in
 * linear time.
 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const options = { reportInput: false, abortEarly: !hasFewValues(input) }
  let given = input
  for (let round = 0; ; round += 1) {
    const parsed = schema.safeParse(given, options)
    if (parsed.success) return parsed.data
    const { issues } = parsed.error
    const nulls = issues.filter(({ path, message }) => !isOurs(message) && isNullAt(given, path))
    if (nulls.length === 0 || round === ROUNDS_MAX) throw validationErrorOf(issues)
    if (given === input) given = structuredClone(input)
    for (const { path } of nulls) dropNulls(given, path)
  }
}

function validationErrorOf(issues: readonly z.core.$ZodIssue[]): DomainError {
  const details = issues.slice(0, DETAILS_MAX).map(({ path, message }) => ({ path: path.join('.'), message }))
  return new DomainError('VALIDATION', messageAbout(details[0]), { details })
}

/** Counts up to `FEW_VALUES` only. */
function hasFewValues(input: unknown): boolean {
  const open = [input]
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen + open.length > FEW_VALUES) return false
    const fields = fieldsOf(open.pop())
    // A large array is not copied to be counted.
    if (Array.isArray(fields) && fields.length > FEW_VALUES) return false
    if (fields) open.push(...Object.values(fields))
  }
  return true
}

type Path = readonly PropertyKey[]

const fieldsOf = (value: unknown): Record<PropertyKey, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>) : undefined

/** Excludes the whole input: a null body is not an empty object. */
const isNullAt = (input: unknown, path: Path) =>
  path.length > 0 && path.reduce<unknown>((value, key) => fieldsOf(value)?.[key], input) === null

/** Removes a field that is null, here and in every entry of the same lists. */
function dropNulls(value: unknown, [key, ...rest]: Path): void {
  const fields = fieldsOf(value)
  if (!fields || key === undefined) return
  if (Array.isArray(fields)) {
    if (rest.length > 0) for (const entry of fields) dropNulls(entry, rest)
    else if (fields[Number(key)] === null) fields[Number(key)] = undefined
  } else if (rest.length > 0) dropNulls(fields[key], rest)
  else if (fields[key] === null) fields[key] = undefined
}

function messageAbout(first: { readonly path: string; readonly message: string } | undefined): string {
  if (first === undefined) return 'The request is not valid.'
  if (isOurs(first.message)) return first.message
  return `The request is not valid. ${first.path === '' ? '' : `${first.path}: `}${first.message}`
}

/** True for a message of this contract's schemas, and not zod's "Invalid input: expected string". */
const isOurs = (message: string) => message.endsWith('.')
