import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Plugin, rolldown } from 'rolldown'
import { build as buildWeb } from 'vite'
import { onnxRuntime } from '../server/src/lib/project-files.ts'
import { ROOT } from './process.ts'

const STAMP = join(ROOT, '.vee', 'built')
const SOURCES = ['contract', 'server', 'web', 'package-lock.json', 'scripts/build-steps.ts']
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function* files(path: string): AsyncGenerator<string> {
  if (!(await stat(path)).isDirectory()) {
    yield path
    return
  }
  for (const entry of (await readdir(path)).toSorted()) {
    if (entry !== 'node_modules' && entry !== 'dist') yield* files(join(path, entry))
  }
}

/**
 * Returns a value that changes whenever a source file does. Sizes and times represent the content: reading
 * all files would delay the start.
 */
async function sourceState(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for await (const file of files(join(ROOT, source))) {
      const { size, mtimeMs } = await stat(file)
      hash.update(`${relative(ROOT, file)}\0${size}\0${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/** For larger files, maximum compression takes longer than it saves, in bytes. */
const LARGE_BYTES = 2_000_000

async function compressAssets(): Promise<void> {
  for await (const file of files(join(ROOT, 'web/dist'))) {
    if (!/\.(js|css|html|svg|json|wasm|webmanifest)$/.test(file)) continue
    const content = await readFile(file)
    if (content.length < 512) continue
    const quality = content.length > LARGE_BYTES ? 5 : 11
    const brotli = await compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    await writeFile(`${file}.br`, brotli)
    await writeFile(`${file}.gz`, await compressGzip(content, { level: 9 }))
  }
}

const NOT_ASCII = /[^\0-\x7F]/g

/**
 * V8 keeps the text of every file in memory, with two bytes per character if one of them is not ASCII. `charset`
 * escapes those in code; licences are left, and what only `String.raw` contains, which must be written otherwise.
 */
const asciiChunks: Plugin = {
  name: 'ascii-chunks',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue
      file.code = file.code.replaceAll(/\/\*!.*?\*\//gs, (licence) => licence.replaceAll(NOT_ASCII, escaped))
      const [found] = NOT_ASCII.exec(file.code) ?? []
      if (found !== undefined) throw new Error(`${file.fileName} contains ${found}, which is not ASCII`)
    }
  },
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

async function bundleServer(): Promise<void> {
  const out = join(ROOT, 'server/dist')
  await rm(out, { recursive: true, force: true })
  const bundle = await rolldown({
    input: {
      main: join(ROOT, 'server/src/main.ts'),
      data: join(ROOT, 'server/src/commands/data.ts'),
      models: join(ROOT, 'server/src/commands/models.ts'),
      'maintenance.worker': join(ROOT, 'server/src/workers/maintenance.worker.ts'),
      'readability.worker': join(ROOT, 'server/src/workers/readability.worker.ts'),
      'knowledge.worker': join(ROOT, 'server/src/workers/knowledge.worker.ts'),
      'embedding.worker': join(ROOT, 'server/src/workers/embedding.worker.ts'),
      'tokenizer.worker': join(ROOT, 'server/src/workers/tokenizer.worker.ts'),
      'speech.worker': join(ROOT, 'server/src/workers/speech.worker.ts'),
    },
    platform: 'node',
    cwd: join(ROOT, 'server'),
    // Only this repository's code and small libraries are bundled; native or very large ones remain packages.
    external: [
      /^mathjs/,
      /^mediabunny$/,
      /^(opus|mpg123)-decoder$/,
      /^eld/,
      /^linkedom/,
      /^@mozilla\/readability/,
      /^@modelcontextprotocol\//,
      /^gpt-tokenizer/,
      /^pg$/,
      /^@node-rs\//,
      /^nodemailer$/,
      /^stripe$/,
      /^openid-client$/,
      /^@redis\//,
      /^@supabase\//,
      /^prom-client$/,
      /^@opentelemetry\//,
    ],
    logLevel: 'warn',
    plugins: [asciiChunks],
  })
  await bundle.write({
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  await bundle.close()
  await copyAgents(out)
  // The runtime of ONNX without the package around it, which has 139 MB.
  await cp(onnxRuntime(), join(out, 'ort-wasm-simd-threaded.wasm'))
}

/** Copies the prompts and texts of the agents, which are read at start, to the same relative paths as in the sources. */
async function copyAgents(out: string): Promise<void> {
  const agents = join(ROOT, 'server/src/agents')
  for await (const file of files(agents)) {
    if (!/\.(?:md|json)$/.test(file)) continue
    const target = join(out, 'agents', relative(agents, file))
    await mkdir(join(target, '..'), { recursive: true })
    await cp(file, target)
  }
}

/**
 * Builds the web client and the server, unless nothing changed since the last build. Returns whether it
 * built.
 */
export async function build({ force = false } = {}): Promise<boolean> {
  const state = await sourceState()
  const built = await readFile(STAMP, 'utf8').catch(() => '')
  if (!force && built === state) return false
  await rm(STAMP, { force: true })
  process.env['NODE_ENV'] = 'production'
  await buildWeb({ configFile: join(ROOT, 'web/vite.config.ts'), logLevel: 'warn' })
  await Promise.all([compressAssets(), bundleServer()])
  await mkdir(join(STAMP, '..'), { recursive: true })
  await writeFile(STAMP, state)
  return true
}
