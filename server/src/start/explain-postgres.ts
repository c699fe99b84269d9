import { StartFailure } from '#lib/start-failure.ts'

const UNTRUSTED = 'names a Postgres whose certificate is not trusted here'
const SILENT = 'names a Postgres that does not answer'

/**
 * Error codes of the network, of TLS, and of Postgres:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'names a Postgres that does not listen there',
  ECONNRESET: 'names something that is no Postgres, or that hangs up',
  EHOSTUNREACH: 'names a machine that cannot be reached',
  ENETUNREACH: 'names a machine that cannot be reached',
  ENOTFOUND: 'names a machine that is not known',
  EAI_AGAIN: 'names a machine that is not known right now',
  ETIMEDOUT: SILENT,
  CERT_HAS_EXPIRED: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  '08P01': 'names a Postgres, or a pooler in front of it, that does not take the connection',
  '25006': 'names a read-only Postgres, such as a replica, not the primary',
  '28000': 'holds a user that Postgres does not let in',
  '28P01': 'holds a user or password that Postgres refuses',
  '3D000': 'names a database that does not exist',
  '3F000': 'names a database without a schema for tables',
  '42501': 'holds a user who may not make tables in that database',
  '53100': 'names a Postgres whose disk is full',
  '53300': 'names a Postgres that takes no more connections',
  '57P03': 'names a Postgres that is still starting',
}

/** Messages of `pg` without a code. */
const BY_MESSAGE: ReadonlyArray<readonly [RegExp, string]> = [
  [/timeout/i, SILENT],
  [/does not support SSL/i, 'asks for TLS, which that Postgres does not speak'],
  [/terminated/i, 'names something that is no Postgres, or that hangs up'],
]

/**
 * Returns one sentence that explains why the database cannot be opened, without its URL, which contains a
 * password.
 */
export function explainPostgresFailure(error: unknown): unknown {
  const problem = problemOf(error)
  if (problem === undefined) return error
  const sentence = `DATABASE_URL ${problem}; put that right, or unset it to use the embedded database.`
  return new StartFailure(sentence, { cause: error })
}

function problemOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof StartFailure) return undefined
  if ('code' in error && typeof error.code === 'string') return BY_CODE[error.code]
  return BY_MESSAGE.find(([words]) => words.test(error.message))?.[1]
}
