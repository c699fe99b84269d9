import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startModelHub, type ModelHub } from '../../../fakes/model-hub/index.ts'
import { WORDS_FOLDER, wordsModel, wordsSettings } from '../../../fakes/speech-models/index.ts'
import { runModelCommand } from './model-commands.ts'
import { runInFolder } from './run-in-folder.fixture.ts'

let hub: ModelHub
let folder: string
let settings: Record<string, string>
beforeEach(async () => {
  hub = await startModelHub((await wordsModel()).hubFiles)
  folder = await mkdtemp(join(tmpdir(), 'vee-models-'))
  settings = { ...(await wordsSettings(folder, hub.url)), DATA_DIR: join(folder, 'data') }
})
afterEach(async () => {
  await hub.close()
  await rm(folder, { recursive: true })
})

async function models(...args: string[]): Promise<{ code: number; output: string }> {
  const [output, code] = await runInFolder(runModelCommand, { cwd: folder, env: settings, args })
  return { code, output }
}

it('downloads a model, lists it and deletes it', async () => {
  expect((await models('list')).output).toContain('words: Words, 3 MB, MIT, en de ja; not here')
  expect(await models('add', 'words')).toMatchObject({ code: 0 })
  expect((await models('list')).output).toContain('en de ja; installed')
  expect(await models('remove', 'words')).toMatchObject({ code: 0 })
  expect((await models('list')).output).toContain('en de ja; not here')
})

it('compares the files of installed models with their hashes', async () => {
  expect(await models('verify')).toEqual({ code: 0, output: 'No model is installed.\n' })
  await models('add', 'words')
  expect(await models('verify')).toEqual({ code: 0, output: 'words is intact.\n' })

  const file = join(folder, 'data/models/words/model.onnx')
  const bytes = await readFile(file)
  bytes[1000] = (bytes[1000] ?? 0) ^ 1
  await writeFile(file, bytes)
  const damaged = await models('verify')
  expect(damaged.code).toBe(1)
  expect(damaged.output).toContain('words: model.onnx has other content than it should have.')
  expect(damaged.output).toContain('npm run models -- remove words && npm run models -- add words')

  await truncate(file, 10)
  await rm(join(folder, 'data/models/words/tokens.txt'))
  expect((await models('verify', 'words')).output).toMatch(
    /model\.onnx has the wrong size[^]*tokens\.txt is missing/,
  )
  expect((await models('verify', 'nothing')).output).toContain('That is no command.')
})

it('takes a model from a folder without asking the hub', async () => {
  settings['MODEL_HUB_URL'] = 'http://127.0.0.1:9'
  expect(await models('add', 'words', WORDS_FOLDER)).toMatchObject({ code: 0 })
  expect((await models('list')).output).toContain('en de ja; installed')
})

it('installs a model from an archive without a request to the hub', async () => {
  settings['MODEL_HUB_URL'] = 'http://127.0.0.1:9'
  const archive = join(folder, 'words.tar.gz')
  await create({ file: archive, cwd: WORDS_FOLDER, gzip: true }, ['model.onnx', 'tokens.txt'])
  expect(await models('add', archive)).toEqual({ code: 0, output: 'words is installed.\n' })
  expect((await models('list')).output).toContain('en de ja; installed')
})

it('reports an unreadable archive, and a folder without a model', async () => {
  const text = join(folder, 'text.tar')
  await writeFile(text, 'hello')
  expect(await models('add', text)).toMatchObject({
    code: 1,
    output: expect.stringContaining('neither a folder nor an archive') as string,
  })
  expect(await models('add', folder)).toMatchObject({
    code: 1,
    output: expect.stringContaining('holds no model') as string,
  })
})

it('recommends voices for languages, and lists the restrictions of licences', async () => {
  expect((await models('recommend', 'zh-CN')).output).toMatch(/^hears: .+\nspeaks: .+\n$/)
  expect((await models('list')).output).toContain('(commercial use: unclear)')
})

it('sends no request to the hub if local speech is off', async () => {
  settings['LOCAL_SPEECH'] = 'off'
  const { code, output } = await models('add', 'words')
  expect(code).toBe(1)
  expect(output).toContain('LOCAL_SPEECH is off')
  expect(hub.ranges).toEqual([])
})

it('names the file that a folder lacks', async () => {
  const { code, output } = await models('add', 'words', folder)
  expect(code).toBe(1)
  expect(output).toContain(`${join(folder, 'model.onnx')} is missing`)
})

it('reports in one sentence why a model could not be downloaded', async () => {
  hub.fail({ sendsOtherBytes: true })
  expect(await models('add', 'words')).toEqual({
    code: 1,
    output: expect.stringContaining('What the model hub sent is not this model.') as string,
  })
})

it.each([[['add', 'nobody']], [['frobnicate', 'words']], [[]]])('prints its usage for %j', async (args) => {
  const { code, output } = await models(...args)
  expect(code).toBe(1)
  expect(output).toContain('npm run models -- list')
})

it('reports errors in a catalogue', async () => {
  settings['LOCAL_SPEECH_CATALOGUE'] = join(folder, 'nowhere.json')
  expect((await models('list')).output).toContain('nowhere.json cannot be read.')
})
