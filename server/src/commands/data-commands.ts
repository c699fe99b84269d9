import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ModelEndpointDraft } from '@vee/contract/entities/model-endpoint'
import { z } from 'zod'
import { CommandFailure } from '#db/commands/command-failure.ts'
import { backUpEmbedded, restoreEmbedded } from '#db/commands/embedded.ts'
import { moveRows } from '#db/commands/move.ts'
import { backUpPostgres, assertEmptyPostgres, restorePostgres } from '#db/commands/postgres.ts'
import { connectPostgres, openDatabase, openPostgres } from '#db/open.ts'
import type { Database } from '#db/schema.ts'
import {
  createEndpointCommands,
  createEndpointStore,
  createSearchEngineCommands,
  createSearchEngineStore,
  ENDPOINT_SEAL,
  ENGINE_SEAL,
  readEndpointFile,
  type EndpointCommands,
  type SearchEngineCommands,
} from '#domain/model-endpoints/index.ts'
import { createSealedText } from '../adapters/sealed-text.ts'
import { readEnvFile } from '../settings/env-file.ts'
import { createSearchRegistry } from '#providers/search/search-registry.ts'
import { readSettings, type ServerSettings } from '#settings/settings.ts'
import { prepareDataDir } from '../start/data-dir.ts'
import { explainPostgresFailure } from '../start/explain-postgres.ts'
import { explainDataFailure } from '../start/explain.ts'
import { sealKey } from '../start/secrets.ts'
import { StartFailure } from '#lib/start-failure.ts'
import type { CommandContext } from './command-context.ts'
import { listEngines, removeEngine, saveEngine } from './engine-commands.ts'
import { MOVE_DIRECTIONS, type MoveDirection, moveFiles } from './move-files.ts'

const HELP = `Works on the data that the server would use with the same settings.

npm run data -- backup FILE        writes all of it to a new file, also while the server runs
npm run data -- restore FILE       fills an empty place from such a file
npm run data -- move-to-postgres   copies the embedded database into the empty one at DATABASE_URL

npm run data -- move-files to-store    moves attached files and recordings from DATA_DIR to the object store
npm run data -- move-files to-folder   moves them back; both continue where an earlier run ended

npm run data -- endpoints              lists the model endpoints, without their keys
npm run data -- save-endpoint FILE     adds the endpoint of a JSON file, or changes the one with its name; - reads it
                                       from standard input: {"name", "protocol": "openai", "baseUrl", "apiKey"…}
npm run data -- remove-endpoint NAME   removes it with its key

npm run data -- engines                lists the search engines that were connected here, without their keys
npm run data -- save-engine FILE       connects the engine of a JSON file, or changes it; - reads it from standard input:
                                       {"id": "searxng", "baseUrl", "apiKey", "priceUsd", "access", "exceptFor"…}
npm run data -- remove-engine ID       removes it with its key
A running server applies changes to endpoints and engines within seconds.`

interface DataContext extends Pick<CommandContext, 'input' | 'print'> {
  readonly inCwd: (path: string) => string
  readonly dataDir: string
  /** path of the embedded database */
  readonly file: string
  readonly databaseUrl: string | undefined
}

async function backUp({ file, databaseUrl, print }: DataContext, target: string): Promise<void> {
  await (databaseUrl === undefined ? backUpEmbedded(file, target) : backUpPostgres(databaseUrl, target))
  print(`Backed up to ${target}.`)
}

async function restore({ dataDir, file, databaseUrl, print }: DataContext, source: string): Promise<void> {
  if (databaseUrl === undefined) {
    prepareDataDir(dataDir)
    await restoreEmbedded(source, file)
    await (await openDatabase(file, Date.now)).destroy()
  } else {
    await closing(await connectPostgres(databaseUrl), assertEmptyPostgres)
    await restorePostgres(source, databaseUrl)
    await (await openPostgres(databaseUrl, Date.now)).destroy()
  }
  print(`Restored from ${source}.`)
}

async function moveToPostgres({ file, databaseUrl, print }: DataContext): Promise<void> {
  if (databaseUrl === undefined) throw new CommandFailure('Set DATABASE_URL to the database to move into.')
  if (!existsSync(file)) throw new CommandFailure(`There is no ${file} to move.`)
  const source = await openDatabase(file, Date.now)
  const moved = await closing(source, async () =>
    closing(await openPostgres(databaseUrl, Date.now), (target) => moveRows(source, target)),
  )
  print(`Moved ${moved} rows. ${file} is left as it was; with DATABASE_URL set the server does not use it.`)
}

/** Opens the existing data for work on its model endpoints. */
async function withEndpoints<R>(
  { dataDir, file, databaseUrl }: DataContext,
  configuredKey: Buffer | undefined,
  work: (endpoints: EndpointCommands) => Promise<R>,
): Promise<R> {
  if (databaseUrl === undefined) prepareDataDir(dataDir)
  const seal = createSealedText(() => sealKey(configuredKey, dataDir), ENDPOINT_SEAL)
  const database = await (databaseUrl === undefined
    ? openDatabase(file, Date.now)
    : openPostgres(databaseUrl, Date.now))
  return closing(database, () =>
    work(createEndpointCommands(database, createEndpointStore(database, seal), Date.now)),
  )
}

/** Opens the existing data for work on its search engines. */
async function withEngines<R>(
  { dataDir, file, databaseUrl }: DataContext,
  { sealKey: configuredKey, search }: Pick<ServerSettings, 'sealKey' | 'search'>,
  work: (engines: SearchEngineCommands) => Promise<R>,
): Promise<R> {
  if (databaseUrl === undefined) prepareDataDir(dataDir)
  const seal = createSealedText(() => sealKey(configuredKey, dataDir), ENGINE_SEAL)
  const database = await (databaseUrl === undefined
    ? openDatabase(file, Date.now)
    : openPostgres(databaseUrl, Date.now))
  const store = createSearchEngineStore(database, seal, createSearchRegistry(search))
  return closing(database, () => work(createSearchEngineCommands(database, store, Date.now)))
}

async function listEndpoints(endpoints: EndpointCommands, { print }: DataContext): Promise<void> {
  const list = await endpoints.list()
  for (const { name, protocol, baseUrl, models, isEnabled } of list) {
    print(
      [name, protocol, baseUrl, models.join(', ') || 'all models', isEnabled ? '' : 'disabled'].join('  '),
    )
  }
  if (list.length === 0) print('There are no endpoints.')
}

async function saveEndpoint(
  endpoints: EndpointCommands,
  file: string,
  { inCwd, input, print }: DataContext,
): Promise<void> {
  const json = file === '-' ? await text(input) : await readFile(inCwd(file), 'utf8')
  const draft = parseEndpoint(json)
  print(`${(await endpoints.save(draft)) === 'added' ? 'Added' : 'Changed'} ${draft.name}.`)
}

/** Errors name fields and never quote values, which may be keys. */
function parseEndpoint(json: string): ModelEndpointDraft {
  try {
    return readEndpointFile(json)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw new CommandFailure('The file is not JSON.')
    const lines = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new CommandFailure(`The endpoint is not complete:\n${lines.join('\n')}`)
  }
}

async function removeEndpoint(
  endpoints: EndpointCommands,
  name: string,
  { print }: DataContext,
): Promise<void> {
  if (!(await endpoints.remove(name))) throw new CommandFailure(`There is no endpoint with the name ${name}.`)
  print(`Removed ${name}.`)
}

const isDirection = (word: string | undefined): word is MoveDirection =>
  MOVE_DIRECTIONS.some((direction) => direction === word)

async function closing<R>(database: Database, work: (database: Database) => Promise<R>): Promise<R> {
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

async function execute([command, file]: readonly string[], context: CommandContext): Promise<void> {
  const inCwd = (path: string) => resolve(context.cwd, path)
  const settings = readSettings({ ...readEnvFile(inCwd('.env')), ...context.env })
  const { dataDir: folder, databaseUrl, objectStoreAccess, sealKey: key } = settings
  const dataDir = inCwd(folder)
  const { input, print } = context
  const dataContext = { dataDir, file: join(dataDir, 'vee.db'), databaseUrl, inCwd, input, print }
  try {
    if (command === 'backup' && file !== undefined) await backUp(dataContext, inCwd(file))
    else if (command === 'restore' && file !== undefined) await restore(dataContext, inCwd(file))
    else if (command === 'move-to-postgres' && file === undefined) await moveToPostgres(dataContext)
    else if (command === 'move-files' && isDirection(file)) {
      prepareDataDir(dataDir)
      await moveFiles(file, { dataDir, objectStoreAccess, secret: () => sealKey(key, dataDir), print })
    } else if (command === 'endpoints' && file === undefined)
      await withEndpoints(dataContext, key, (endpoints) => listEndpoints(endpoints, dataContext))
    else if (command === 'save-endpoint' && file !== undefined)
      await withEndpoints(dataContext, key, (endpoints) => saveEndpoint(endpoints, file, dataContext))
    else if (command === 'remove-endpoint' && file !== undefined)
      await withEndpoints(dataContext, key, (endpoints) => removeEndpoint(endpoints, file, dataContext))
    else if (command === 'engines' && file === undefined)
      await withEngines(dataContext, settings, (engines) => listEngines(engines, dataContext))
    else if (command === 'save-engine' && file !== undefined)
      await withEngines(dataContext, settings, (engines) => saveEngine(engines, file, dataContext))
    else if (command === 'remove-engine' && file !== undefined)
      await withEngines(dataContext, settings, (engines) => removeEngine(engines, file, dataContext))
    else throw new CommandFailure(`That is no command.\n\n${HELP}`)
  } catch (error) {
    throw explainPostgresFailure(explainDataFailure(error, dataDir))
  }
}

/** Runs a command of `npm run data`; resolves with its exit code. Throws unexpected errors. */
export async function runDataCommand(args: readonly string[], context: CommandContext): Promise<number> {
  if (args.includes('--help')) {
    context.print(HELP)
    return 0
  }
  try {
    await execute(args, context)
    return 0
  } catch (error) {
    if (!(error instanceof StartFailure || error instanceof CommandFailure)) throw error
    context.printError(error.message)
    return 1
  }
}
