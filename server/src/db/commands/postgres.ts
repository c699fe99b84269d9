import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '../schema.ts'
import { CommandFailure } from './command-failure.ts'
import { writeNewFile } from './new-file.ts'

/** Without owners and privileges: a backup can be restored by another user, on another server. */
const PORTABLE = ['--no-owner', '--no-privileges']

/** Writes a consistent snapshot of the database, also while servers use it. */
export function backUpPostgres(url: string, target: string): Promise<void> {
  return writeNewFile(target, () => run('pg_dump', url, ['--format=custom', ...PORTABLE, '--file', target]))
}

/** Restores a backup into an empty database, atomically. */
export async function restorePostgres(source: string, url: string): Promise<void> {
  if (!existsSync(source)) throw new CommandFailure(`There is no ${source} to restore.`)
  await run('pg_restore', url, ['--exit-on-error', '--single-transaction', ...PORTABLE, source])
}

/** Throws if a server of Vee has used the database. */
export async function assertEmptyPostgres(database: Database): Promise<void> {
  const { rows } = await sql<{ isStored: boolean }>`
    select to_regclass('schema_migrations') is not null as "isStored"`.execute(database)
  if (rows[0]?.isStored !== true) return
  throw new CommandFailure('The database at DATABASE_URL holds data of Vee already; make an empty one first.')
}

/**
 * Runs one of PostgreSQL's own programs. The password is passed in the environment, because arguments are
 * visible to all users of the machine.
 */
async function run(program: string, url: string, args: readonly string[]): Promise<void> {
  const { address, password } = withoutPassword(url)
  const child = spawn(program, [...args, '--dbname', address], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  }).catch((error: unknown) => {
    throw new CommandFailure(`${program} cannot be run; install PostgreSQL's client programs.`, {
      cause: error,
    })
  })
  if (code !== 0) throw new CommandFailure(`${program} failed: ${stderr.trim().split('\n')[0]}`)
}

function withoutPassword(url: string): { readonly address: string; readonly password: string } {
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { address: parsed.href, password }
}
