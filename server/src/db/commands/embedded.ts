import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CommandFailure } from './command-failure.ts'
import { writeNewFile } from './new-file.ts'

/** Writes a complete, compact copy of the embedded database, also while a server uses it. */
export async function backUpEmbedded(file: string, target: string): Promise<void> {
  if (!existsSync(file)) throw new CommandFailure(`There is no ${file} to back up.`)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    await writeNewFile(target, () => void database.prepare('vacuum into ?').run(target))
  } finally {
    database.close()
  }
}

/** Restores a backup as the embedded database. Never overwrites an existing one. */
export async function restoreEmbedded(source: string, file: string): Promise<void> {
  if (existsSync(file)) {
    throw new CommandFailure(`${file} is there already; stop the server and move its folder away first.`)
  }
  assertIsBackup(source)
  // Removes stale side files, which SQLite would otherwise apply to the restored database.
  for (const leftover of ['-wal', '-shm']) rmSync(file + leftover, { force: true })
  const draft = `${file}.restoring`
  rmSync(draft, { force: true })
  await writeNewFile(draft, () => copyFileSync(source, draft))
  renameSync(draft, file)
}

function assertIsBackup(source: string): void {
  if (!existsSync(source)) throw new CommandFailure(`There is no ${source} to restore.`)
  if (!isWhole(source))
    throw new CommandFailure(`${source} is no backup of Vee's embedded database, or is damaged.`)
}

function isWhole(file: string): boolean {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true })
    const check = database.prepare('pragma integrity_check').get()
    const { count } = database
      .prepare("select count(*) as count from sqlite_master where name = 'schema_migrations'")
      .get() as { count: number }
    return check?.['integrity_check'] === 'ok' && count === 1
  } catch {
    return false
  } finally {
    database?.close()
  }
}
