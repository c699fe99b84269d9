import './start/small-start.ts'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { openDatabase, openPostgres } from '#db/open.ts'
import type { Database } from '#db/schema.ts'
import { type ServerApp, createApp } from './app.ts'
import { reportBackgroundFailure } from './lib/background.ts'
import { WEB_DIST } from './lib/project-files.ts'
import { readEnvFile } from './settings/env-file.ts'
import { settingsHelp } from './settings/table.ts'
import { readSettings, type ServerSettings } from './settings/settings.ts'
import { assertDatabaseIsThere, prepareDataDir } from './start/data-dir.ts'
import { explainPostgresFailure } from './start/explain-postgres.ts'
import { explainDataFailure } from './start/explain.ts'
import { idleMemoryJob } from './start/idle-memory.ts'
import { listenOrExplain } from './start/listen.ts'
import { storedSecrets } from './start/secrets.ts'
import { StartFailure } from './lib/start-failure.ts'
import { launcherIn, stopOnSignals } from './start/signals.ts'
import { letYoungGenerationGrow } from './start/young-generation.ts'

// A full disk under the output ends no server: its lines are lost.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

const say = (line: string) => process.stdout.write(`${line}\n`)

async function start(): Promise<void> {
  const settings = readSettings(process.env, readEnvFile('.env'))
  const dataDir = resolve(settings.dataDir)
  const { database, passphrase } = await openData(settings, dataDir)
  let app: ServerApp | undefined
  try {
    app = await createApp({
      settings,
      database,
      passphrase,
      webDirectory: WEB_DIST,
      searchPath: process.env['PATH'] ?? '',
      now: Date.now,
      processJobs: (http) => [idleMemoryJob(http)],
    })
    letYoungGenerationGrow()
    const ready = app
    const address = await listenOrExplain(() => ready.listen(), settings)
    // Before the server reports that it is ready: a signal sent right after that must stop it gracefully.
    stopOnSignals(async () => {
      await ready.stop()
      await database.destroy()
    }, launcherIn(process.argv))
    say(`Vee is ready at ${settings.publicUrl ?? address}`)
    for (const line of await app.capabilities()) say(line)
  } catch (error) {
    await app?.stop()
    await database.destroy()
    throw error
  }
}

interface OpenedData {
  readonly database: Database
  readonly passphrase: string | undefined
}

async function openData(settings: ServerSettings, dataDir: string): Promise<OpenedData> {
  const { databaseUrl } = settings
  try {
    prepareDataDir(dataDir)
    if (databaseUrl === undefined) assertDatabaseIsThere(dataDir)
    const passphrase = settings.globalAccess
      ? (settings.globalPassphrase ?? ownPassphrase(dataDir))
      : undefined
    const database =
      databaseUrl === undefined
        ? await openDatabase(join(dataDir, 'vee.db'), Date.now)
        : await openPostgresOrExplain(databaseUrl)
    return { database, passphrase }
  } catch (error) {
    throw explainDataFailure(error, dataDir)
  }
}

async function openPostgresOrExplain(url: string): Promise<Database> {
  try {
    return await openPostgres(url, Date.now)
  } catch (error) {
    throw explainPostgresFailure(error)
  }
}

/**
 * Returns the generated passphrase. It is printed on the start that generates it, even if that start fails.
 */
function ownPassphrase(dataDir: string): string {
  const { globalPassphrase, file, isNew } = storedSecrets(dataDir)
  if (isNew)
    say(`Passphrase for shared access, shown only this once: ${globalPassphrase}\nIt is stored in ${file}`)
  return globalPassphrase
}

if (process.argv.includes('--help')) {
  say(settingsHelp())
} else {
  // Every promise should have a handler. If one is missing, the failure is logged and counted, and the other
  // turns continue.
  process.on('unhandledRejection', (error) => reportBackgroundFailure('unhandled rejection', error))
  try {
    await start()
  } catch (error) {
    const why = error instanceof StartFailure ? error.message : inspect(error)
    // Exits even while a connection or a timer is open, so that systemd or Kubernetes restarts the process.
    process.stderr.write(`Vee did not start. ${why}\n`, () => process.exit(1))
  }
}
