import { StartFailure } from '#lib/start-failure.ts'

const BY_SYSTEM_CODE: Readonly<Record<string, string>> = {
  EACCES: 'may not be written to by this user',
  EPERM: 'may not be written to by this user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk that is full for this user',
  EFBIG: 'is on a disk that takes no more',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENOENT: 'cannot be made there',
  EIO: 'is on a disk that fails',
}

/** SQLite's primary result codes: https://www.sqlite.org/rescode.html */
const BY_SQLITE_CODE: Readonly<Record<number, string>> = {
  5: 'holds a database that another program keeps locked',
  8: 'holds a database that may not be written to',
  10: 'is on a disk that fails',
  11: 'holds a damaged database; restore a backup of vee.db',
  13: 'is on a disk that is full',
  14: 'holds a database that cannot be opened',
  26: 'holds a vee.db that is no database',
}

/** Converts an error of the data directory to one sentence; returns other errors unchanged. */
export function explainDataFailure(error: unknown, directory: string): unknown {
  const problem = problemOf(error)
  if (problem === undefined) return error
  return new StartFailure(`DATA_DIR (${directory}) ${problem}; put that right or choose another folder.`, {
    cause: error,
  })
}

function problemOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  // node:sqlite returns the extended code; its low byte is the primary one.
  if ('errcode' in error && typeof error.errcode === 'number') return BY_SQLITE_CODE[error.errcode & 0xff]
  if ('code' in error && typeof error.code === 'string') return BY_SYSTEM_CODE[error.code]
  return undefined
}
