/** An error as the log may show it. */
interface LoggedError {
  readonly [field: string]: unknown
  readonly type: string
  readonly message: string
  readonly code: string | undefined
  readonly stack: string
}

/** Parsers quote what they could not parse, and that is what somebody said or typed. */
const QUOTING_ERRORS = new Set(['SyntaxError', 'ZodError'])

/** Keeps what finds a fault and leaves out what could hold anybody's words: quoted input, causes and extra fields. */
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
