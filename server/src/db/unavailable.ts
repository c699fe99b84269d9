/** Result codes of SQLite, without their extension: busy, locked, read-only, I/O error, corrupt, full, no database. */
const SQLITE_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 26])
const SQLITE_CORRUPT = 11
const SQLITE_NOT_A_DATABASE = 26
const SQLITE_BUSY = 5
/** Classes of Postgres' codes: connection, resources, operator intervention, read-only, I/O error. */
const POSTGRES_CODE = /^(?:08|53|57P|25006|58)/
/** Codes of the system: the connection to the database, and the disk. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EDQUOT',
  'ENOSPC',
  'EROFS',
])

/** Returns true if the database is busy, full or unavailable, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (code === 'ERR_SQLITE_ERROR') return SQLITE_CODES.has(resultOf(error))
  if (typeof code === 'string')
    return SYSTEM_CODES.has(code) || (code.length === 5 && POSTGRES_CODE.test(code))
  return error.message.startsWith('Connection terminated')
}

/** A database whose pages contradict each other, with the code of SQLite's own error. */
export class DamagedDatabase extends Error {
  readonly code = 'ERR_SQLITE_ERROR'
  readonly errcode = SQLITE_CORRUPT

  constructor(finding: string) {
    super(`The database is damaged: ${finding}`)
    this.name = 'DamagedDatabase'
  }
}

/** Returns true if SQLite has found pages that are damaged. */
export const isSqliteDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_SQLITE_ERROR' &&
  [SQLITE_CORRUPT, SQLITE_NOT_A_DATABASE].includes(resultOf(error))

/** Returns true if another connection holds SQLite's write lock. */
export function isSqliteBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_SQLITE_ERROR' &&
    resultOf(error) === SQLITE_BUSY
  )
}

const resultOf = (error: Error) => ('errcode' in error ? Number(error.errcode) & 0xff : 0)
