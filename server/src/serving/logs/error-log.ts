/** An error as it may be logged. */
interface LoggedError {
  readonly [field: string]: unknown
  readonly type: string
  readonly message: string
  readonly code: string | undefined
  readonly stack: string
}

/** Parsers quote their input, which may be a user's spoken or typed text. */
const QUOTING_ERRORS = new Set(['SyntaxError', 'ZodError'])

/**
 * Returns the fields of an error that help to find a bug, without those that could contain a user's text:
 * quoted input, causes and extra fields.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', code: undefined, stack: '' }
  return {
    type: error.name,
    message: QUOTING_ERRORS.has(error.name) ? '' : error.message,
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  }
}
