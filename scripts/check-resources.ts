// Checks that files which libraries of the web client need while they run reach the browser: every folder of such files in an
// installed package is served (web/build/library-resources.ts), imported, or listed here with the reason why it is not needed.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageFolder, SERVED_RESOURCES } from '../web/build/library-resources.ts'
import { ROOT } from './process.ts'

/** Endings of files that code fetches and does not import. */
const RESOURCE = /\.(?:wasm|bcmap|pfb|[to]tf|icc|onnx|gz|woff2?|data|zip|tflite)$/

/** Folders that need not be served, with the reason. */
const NOT_SERVED: readonly { readonly path: RegExp; readonly reason: string }[] = [
  { path: /^chardetng-wasm\/dist\/es5$/, reason: 'the same detector for old browsers' },
  { path: /^@tesseract\.js-data\/\w+\/4\.0\.0$/, reason: 'another quality of the same data' },
  { path: /^katex\/dist\/fonts$/, reason: 'named by its stylesheet, which the bundler follows' },
  { path: /^katex\/src\//, reason: 'sources of what is in dist' },
  {
    path: /^onnxruntime-web\/dist$/,
    reason:
      'ort-wasm-simd-threaded.wasm is imported by the name that the package exports; the others are other engines',
  },
  { path: /^shiki\/dist$/, reason: 'the engine in WebAssembly; the one of JavaScript is used' },
]

function resourceFolders(name: string): readonly string[] {
  const folder = packageFolder(name)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const found = files.filter((file) => file.isFile() && RESOURCE.test(file.name))
  const folders = new Set(found.map((file) => relative(folder, file.parentPath)))
  return [...folders].filter((path) => !path.split('/').includes('node_modules'))
}

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'web/package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>
}
const sources = readdirSync(join(ROOT, 'web/src'), { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && /\.(?:tsx?|css)$/.test(file.name))
  .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
const isImported = (path: string) => sources.some((source) => source.includes(`'${path}`))

const unserved = Object.keys(dependencies)
  .filter((name) => !name.startsWith('@vee/'))
  .flatMap((name) =>
    resourceFolders(name).flatMap((folder) => {
      const isServed = SERVED_RESOURCES.some(
        (served) =>
          served.package === name &&
          served.folders.some((one) => folder === one || folder.startsWith(`${one}/`)),
      )
      const path = folder === '' ? name : `${name}/${folder}`
      const isKnown = NOT_SERVED.some((one) => one.path.test(path)) || isImported(`${path}/`)
      return isServed || isKnown ? [] : [path]
    }),
  )
const missing = SERVED_RESOURCES.flatMap(({ package: name, folders }) =>
  folders.filter((folder) => !resourceFolders(name).includes(folder)).map((folder) => `${name}/${folder}`),
)

for (const path of unserved)
  console.log(
    `${path} contains resources that are neither served nor imported: see web/build/library-resources.ts`,
  )
for (const path of missing) console.log(`${path} is to be served, and is not in the installed package`)
process.exitCode = unserved.length + missing.length > 0 ? 1 : 0
