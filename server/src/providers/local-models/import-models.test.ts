import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { create, Header } from 'tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../../../fakes/model-hub/index.ts'
import { importModels } from './import-models.ts'
import { TOKENS, wordsModel } from './words-model.fixture.ts'

const run = promisify(execFile)
const MODEL_BYTES = Uint8Array.from({ length: 30_000 }, (_, index) => (index * 13) % 251)
const model = wordsModel(MODEL_BYTES)

let root: string
let source: string
let directory: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vee-import-'))
  source = join(root, 'source')
  directory = join(root, 'models')
  await put('words-v1/model.onnx', MODEL_BYTES)
  await put('words-v1/sub/tokens.txt', TOKENS)
  await put('words-v1/README.md', 'not wanted')
})
afterEach(() => rm(root, { recursive: true }))

async function put(path: string, content: Uint8Array | string): Promise<void> {
  const file = join(source, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}
const importFrom = (path: string) => importModels(path, [model], directory)

async function expectInstalled(): Promise<void> {
  expect((await readdir(directory)).toSorted()).toEqual(['words'])
  expect((await readdir(join(directory, 'words'))).toSorted()).toEqual(['manifest.json', 'model.onnx', 'sub'])
  expect(sha256(await readFile(join(directory, 'words', 'model.onnx')))).toBe(sha256(MODEL_BYTES))
  expect(sha256(await readFile(join(directory, 'words', 'sub', 'tokens.txt')))).toBe(sha256(TOKENS))
}
async function expectNothing(): Promise<void> {
  expect(await readdir(directory)).toEqual([])
}

/** A file of a tar archive under any path, which `create` would not write. */
function tarEntry(path: string, bytes: Uint8Array): Uint8Array[] {
  const block = Buffer.alloc(512)
  new Header({ path, size: bytes.length, type: 'File', mode: 0o644 }).encode(block)
  return [block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
}

describe('importModels', () => {
  it('installs from a folder, and only the files of the model', async () => {
    expect(await importFrom(source)).toEqual(['words'])
    await expectInstalled()
  })

  it.each(['tar', 'tar.gz'])('installs from an archive: .%s', async (kind) => {
    const archive = join(root, `words.${kind}`)
    await create({ file: archive, cwd: source, gzip: kind === 'tar.gz' }, ['words-v1'])
    expect(await importFrom(archive)).toEqual(['words'])
    await expectInstalled()
  })

  it('installs from an archive: .tar.bz2', async () => {
    await create({ file: join(root, 'words.tar'), cwd: source }, ['words-v1'])
    await run('bzip2', [join(root, 'words.tar')])
    expect(await importFrom(join(root, 'words.tar.bz2'))).toEqual(['words'])
    await expectInstalled()
  })

  it('replaces a model that is there', async () => {
    await mkdir(join(directory, 'words'), { recursive: true })
    await writeFile(join(directory, 'words', 'old.txt'), 'old')
    await importFrom(source)
    await expectInstalled()
  })

  it('rejects files that are not those of the catalogue', async () => {
    await put(
      'words-v1/model.onnx',
      MODEL_BYTES.map((byte) => byte ^ 1),
    )
    await expect(importFrom(source)).rejects.toMatchObject({ kind: 'no-model' })
    await expectNothing()
  })

  it('rejects a model that lacks a file', async () => {
    await rm(join(source, 'words-v1', 'sub'), { recursive: true })
    await expect(importFrom(source)).rejects.toMatchObject({ kind: 'no-model' })
    await expectNothing()
  })

  it('follows no link out of a folder', async () => {
    await put('elsewhere', MODEL_BYTES)
    await rm(join(source, 'words-v1', 'model.onnx'))
    await symlink(join(source, 'elsewhere'), join(source, 'words-v1', 'model.onnx'))
    await expect(importFrom(source)).rejects.toMatchObject({ kind: 'no-model' })
    await expectNothing()
  })

  it('writes nothing outside of the models folder, for any path in the archive', async () => {
    const archive = join(root, 'evil.tar')
    const blocks = [
      ...tarEntry('../../evil.txt', TOKENS),
      ...tarEntry('/tmp/vee-evil/sub/tokens.txt', TOKENS),
      ...tarEntry('../../../model.onnx', MODEL_BYTES),
      Buffer.alloc(1024),
    ]
    await writeFile(archive, Buffer.concat(blocks))
    // The bytes are those of the catalogue, so they are installed, but only at the path that the catalogue
    // gives.
    expect(await importFrom(archive)).toEqual(['words'])
    await expectInstalled()
    expect((await readdir(root)).toSorted()).toEqual(['evil.tar', 'models', 'source'])
  })

  it('skips links and devices of an archive', async () => {
    await put('elsewhere', MODEL_BYTES)
    await rm(join(source, 'words-v1', 'model.onnx'))
    await symlink('../elsewhere', join(source, 'words-v1', 'model.onnx'))
    const archive = join(root, 'links.tar')
    await create({ file: archive, cwd: source }, ['words-v1'])
    await expect(importFrom(archive)).rejects.toMatchObject({ kind: 'no-model' })
    await expectNothing()
  })

  it('writes nothing of a decompression bomb: files of other sizes are skipped', async () => {
    await put('words-v1/model.onnx', '')
    await truncate(join(source, 'words-v1', 'model.onnx'), 50_000_000)
    const archive = join(root, 'bomb.tar.gz')
    await create({ file: archive, cwd: source, gzip: true }, ['words-v1'])
    await expect(importFrom(archive)).rejects.toMatchObject({ kind: 'no-model' })
    await expectNothing()
  })

  it.each([
    ['cut', 'words.tar.gz', 0.5],
    ['cut', 'words.tar', 0.5],
  ])('rejects an archive that is %s: %s', async (_, name, share) => {
    const archive = join(root, name)
    await create({ file: archive, cwd: source, gzip: name.endsWith('gz') }, ['words-v1'])
    const bytes = await readFile(archive)
    await writeFile(archive, bytes.subarray(0, Math.floor(bytes.length * share)))
    await expect(importFrom(archive)).rejects.toMatchObject({ name: 'ImportFailure' })
    await expectNothing()
  })

  it('rejects a file that is no archive, and a missing one', async () => {
    await put('text', 'hello')
    await expect(importFrom(join(source, 'text'))).rejects.toMatchObject({ kind: 'unreadable' })
    await expect(importFrom(join(root, 'nowhere'))).rejects.toMatchObject({ kind: 'unreadable' })
  })
})
