import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CommandFailure } from './command-failure.ts'
import { writeNewFile } from './new-file.ts'

/** Writes a whole, compact copy of the embedded database, also while a server works on it. */
export async function backUpEmbedded(file: string, target: string): Promise<void> {
  if (!existsSync(file)) throw new CommandFailure(`There is no ${file} to back up.`)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    await writeNewFile(target, () => void database.prepare('vacuum into ?').run(target))
  } finally {
    database.close()
  }
}

/** Puts a backup where an embedded database will be looked for. Never over one that is there. */
export async function restoreEmbedded(source: string, file: string): Promise<void> {
  if (existsSync(file)) {
    throw new CommandFailure(`${file} is there already; stop the server and move its folder away first.`)
  }
  assertIsBackup(source)
  // What SQLite would otherwise take for the restored database's own last words.
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
    const { found } = database
      .prepare("select count(*) as found from sqlite_master where name = 'schema_migrations'")
      .get() as { found: number }
    return check?.['integrity_check'] === 'ok' && found === 1
  } catch {
    return false
  } finally {
    database?.close()
  }
}
