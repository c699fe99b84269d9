import { existsSync } from 'node:fs'
import { copyFile, mkdir, stat } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { LOCALES } from '@vee/contract/entities/locale'
import {
  createModelStore,
  DownloadFailure,
  type DownloadableModel,
  downloadBytes,
  explainDownload,
  ImportFailure,
  importModels,
  type ModelStore,
} from '#providers/local-models/index.ts'
import { readEmbeddingModels } from '#providers/embedding/local/embedding-models.ts'
import {
  type CatalogueModel,
  readCatalogue,
  recommendedModels,
  spokenLanguages,
  VOICE_MODELS,
} from '#providers/speech/local-speech/models.ts'
import { readEnvFile } from '../settings/env-file.ts'
import { readSettings } from '#settings/settings.ts'
import { prepareDataDir } from '../start/data-dir.ts'
import { StartFailure } from '#lib/start-failure.ts'
import type { CommandContext } from './command-context.ts'

const HELP = `Models of local speech and of the search by meaning, for a server with the same settings.

npm run models -- list              what there is, and what is on this machine
npm run models -- add ID            fetches a model from the hub
npm run models -- add ID FOLDER     takes a model's files from a folder, for a machine without a network
npm run models -- add PATH          takes every model that lies in a folder or a .tar, .tar.gz or .tar.bz2
npm run models -- verify [ID]       compares the files of the installed models, or of one, with their hashes
npm run models -- remove ID         deletes a model
npm run models -- recommend [LANG …]  models for this machine and these languages (en, de, ja, …)`

type Print = CommandContext['print']

/** A model of either kind; `languages` is undefined for models that support about a hundred. */
interface ListedModel extends DownloadableModel {
  readonly languages?: readonly string[] | undefined
  readonly commercialUse?: CatalogueModel['commercialUse'] | undefined
  /** for the search by meaning, not for speech */
  readonly embeds?: true
}

function list(catalogue: readonly ListedModel[], models: ModelStore, print: Print): void {
  for (const model of catalogue) {
    const { id, name, licence, languages, commercialUse = 'allowed', embeds, repository, revision } = model
    const state = models.preparation(model) ? 'not here' : 'installed'
    const use = commercialUse === 'allowed' ? '' : ` (commercial use: ${commercialUse})`
    print(
      `${id}: ${name}, ${megabytes(model)}, ${licence}${use}, ${embeds ? 'search by meaning, ' : ''}${languages?.join(' ') ?? 'a hundred languages'}; ${state}`,
    )
    print(`  ${repository}, revision ${revision}`)
  }
}

function recommend(models: readonly CatalogueModel[], tags: readonly string[], print: Print): void {
  const named = tags.length > 0 ? tags : LOCALES
  const languages = [...new Set(named.map((tag) => tag.split('-')[0]?.toLowerCase() ?? tag))]
  const machine = { languages, memoryBytes: totalmem(), cores: availableParallelism() }
  const { stt, tts } = recommendedModels(machine, models, VOICE_MODELS)
  print(`hears: ${stt?.id ?? 'no model fits'}`)
  print(`speaks: ${tts.map(({ id }) => id).join(', ') || 'no model fits'}`)
}

async function addAll(
  path: string,
  catalogue: readonly DownloadableModel[],
  directory: string,
  print: Print,
): Promise<void> {
  const ids = await importModels(path, catalogue, directory).catch((error: unknown) => {
    if (!(error instanceof ImportFailure)) throw error
    throw new StartFailure(
      error.kind === 'no-model'
        ? `${path} holds no model of the catalogue with all of its files.`
        : `${path} is neither a folder nor an archive that can be read (.tar.bz2 needs the program bzip2).`,
      { cause: error },
    )
  })
  for (const id of ids) print(`${id} is installed.`)
}

async function add(model: DownloadableModel, models: ModelStore, print: Print): Promise<void> {
  print(`Fetching ${model.name}, ${megabytes(model)} …`)
  const report = setInterval(() => {
    const preparation = models.preparation(model)
    if (preparation?.state !== 'running') return
    print(`${Math.floor((preparation.bytesDone / preparation.bytesTotal) * 100)} %`)
  }, 5_000)
  try {
    await models.install(model)
  } finally {
    clearInterval(report)
  }
  print(`${model.id} is installed.`)
}

/**
 * Copies the files to the download cache; the installation verifies them and finds nothing left to download.
 */
async function addFrom(
  folder: string,
  model: DownloadableModel,
  models: ModelStore,
  { directory, print }: { readonly directory: string; readonly print: Print },
): Promise<void> {
  for (const { path, size } of model.files) {
    const stats = await stat(join(folder, path)).catch(() => undefined)
    if (stats?.size !== size) {
      throw new StartFailure(`${join(folder, path)} is missing or has another size than ${size} bytes.`)
    }
    const target = join(directory, `${model.id}.partial`, path)
    await mkdir(dirname(target), { recursive: true })
    await copyFile(join(folder, path), target)
  }
  await models.install(model)
  print(`${model.id} is installed.`)
}

async function execute(args: readonly string[], { cwd, env, print }: CommandContext): Promise<void> {
  const [command, id, folder] = args
  const { dataDir: dataFolder, speech, embedding } = readSettings(env, readEnvFile(join(cwd, '.env')))
  const dataDir = resolve(cwd, dataFolder)
  const directory = join(dataDir, 'models')
  const recognisers = readCatalogue(speech.LOCAL_SPEECH_CATALOGUE)
  const voices = VOICE_MODELS.map((model) => ({ ...model, languages: spokenLanguages(model) }))
  const embedders = readEmbeddingModels(embedding.EMBEDDING_CATALOGUE)
  const catalogue: readonly ListedModel[] = [
    ...recognisers,
    ...voices,
    ...embedders.map((model) => ({ ...model, embeds: true as const })),
  ]
  const models = createModelStore({ directory, hub: speech.MODEL_HUB_URL })
  if (command === 'list') return list(catalogue, models, print)
  if (command === 'recommend') return recommend(recognisers, args.slice(1), print)
  const model = catalogue.find((candidate) => candidate.id === id)
  if (command === 'verify' && (model !== undefined || id === undefined)) {
    const installed = (candidate: DownloadableModel) => models.preparation(candidate) === undefined
    return verify(model ? [model] : catalogue.filter(installed), models, print)
  }
  if (!model && command === 'add' && id !== undefined && existsSync(resolve(cwd, id))) {
    prepareDataDir(dataDir)
    return addAll(resolve(cwd, id), catalogue, directory, print)
  }
  if (!model || (command !== 'add' && command !== 'remove'))
    throw new StartFailure(`That is no command.\n\n${HELP}`)
  prepareDataDir(dataDir)
  if (command === 'remove') {
    await models.remove(model)
    print(`${model.id} is deleted.`)
  } else if (folder === undefined) {
    if (speech.LOCAL_SPEECH === 'off' && !model.embeds)
      throw new StartFailure('LOCAL_SPEECH is off: nothing is fetched from a hub.')
    await add(model, models, print)
  } else await addFrom(resolve(cwd, folder), model, models, { directory, print })
}

const PROBLEMS = {
  missing: 'is missing',
  'wrong-size': 'has the wrong size',
  'wrong-hash': 'has other content than it should have',
} as const

/** Throws StartFailure if a file is damaged. */
async function verify(chosen: readonly DownloadableModel[], models: ModelStore, print: Print): Promise<void> {
  if (chosen.length === 0) print('No model is installed.')
  const damagedIds: string[] = []
  for (const model of chosen) {
    const damaged = await models.verify(model)
    for (const { path, problem } of damaged) print(`${model.id}: ${path} ${PROBLEMS[problem]}.`)
    if (damaged.length === 0) print(`${model.id} is intact.`)
    else damagedIds.push(model.id)
  }
  const [id] = damagedIds
  if (id === undefined) return
  throw new StartFailure(`Fetch it again: npm run models -- remove ${id} && npm run models -- add ${id}`)
}

const megabytes = (model: DownloadableModel) => `${Math.round(downloadBytes(model) / 1e6)} MB`

/** Runs a command of `npm run models`; resolves with its exit code. */
export async function runModelCommand(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    await execute(args, context)
    return 0
  } catch (error) {
    const sentence = error instanceof DownloadFailure ? explainDownload(error.kind) : undefined
    context.printError(sentence ?? (error instanceof StartFailure ? error.message : inspect(error)))
    return 1
  }
}
