import { join, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { CommandFailure } from '#db/commands/command-failure.ts'
import { backUpEmbedded, restoreEmbedded } from '#db/commands/embedded.ts'
import { moveRows } from '#db/commands/move.ts'
import { backUpPostgres, assertEmptyPostgres, restorePostgres } from '#db/commands/postgres.ts'
import { connectPostgres, openDatabase, openPostgres } from '#db/open.ts'
import type { Database } from '#db/schema.ts'
import { readEnvFile } from './settings/env-file.ts'
import { readSettings } from './settings.ts'
import { prepareDataDir } from './start/data-dir.ts'
import { explainPostgresFailure } from './start/explain-postgres.ts'
import { explainDataFailure } from './start/explain.ts'
import { StartFailure } from './start/start-failure.ts'

const HELP = `Works on the data that the server would use with the same settings.

npm run data -- backup FILE        writes all of it to a new file, also while the server runs
npm run data -- restore FILE       fills an empty place from such a file
npm run data -- move-to-postgres   copies the embedded database into the empty one at DATABASE_URL`

const say = (line: string) => process.stdout.write(`${line}\n`)

interface Place {
  readonly dataDir: string
  /** path of the embedded database */
  readonly file: string
  readonly databaseUrl: string | undefined
}

async function backUp({ file, databaseUrl }: Place, target: string): Promise<void> {
  await (databaseUrl === undefined ? backUpEmbedded(file, target) : backUpPostgres(databaseUrl, target))
  say(`Backed up to ${target}.`)
}

async function restore({ dataDir, file, databaseUrl }: Place, source: string): Promise<void> {
  if (databaseUrl === undefined) {
    prepareDataDir(dataDir)
    await restoreEmbedded(source, file)
    await (await openDatabase(file, Date.now)).destroy()
  } else {
    await closing(await connectPostgres(databaseUrl), assertEmptyPostgres)
    await restorePostgres(source, databaseUrl)
    await (await openPostgres(databaseUrl, Date.now)).destroy()
  }
  say(`Restored from ${source}.`)
}

async function moveToPostgres({ file, databaseUrl }: Place): Promise<void> {
  if (databaseUrl === undefined) throw new CommandFailure('Set DATABASE_URL to the database to move into.')
  if (!existsSync(file)) throw new CommandFailure(`There is no ${file} to move.`)
  const source = await openDatabase(file, Date.now)
  const moved = await closing(source, async () =>
    closing(await openPostgres(databaseUrl, Date.now), (target) => moveRows(source, target)),
  )
  say(`Moved ${moved} rows. ${file} is left as it was; with DATABASE_URL set the server does not use it.`)
}

async function closing<R>(database: Database, work: (database: Database) => Promise<R>): Promise<R> {
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

async function runCommand([command, file]: readonly string[]): Promise<void> {
  const { dataDir: folder, databaseUrl } = readSettings({ ...readEnvFile('.env'), ...process.env })
  const dataDir = resolve(folder)
  const place = { dataDir, file: join(dataDir, 'vee.db'), databaseUrl }
  try {
    if (command === 'backup' && file !== undefined) await backUp(place, resolve(file))
    else if (command === 'restore' && file !== undefined) await restore(place, resolve(file))
    else if (command === 'move-to-postgres' && file === undefined) await moveToPostgres(place)
    else throw new CommandFailure(`That is no command.\n\n${HELP}`)
  } catch (error) {
    throw explainPostgresFailure(explainDataFailure(error, dataDir))
  }
}

if (process.argv.includes('--help')) {
  say(HELP)
} else {
  try {
    await runCommand(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof StartFailure || error instanceof CommandFailure)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
