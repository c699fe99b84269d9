// `npm run package`: packages the built app as one npm package, .vee/vee-VERSION.tgz, which starts with `npx
// ./vee-VERSION.tgz` anywhere.
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build } from './build-steps.ts'
import { capture, ROOT } from './process.ts'
import { shrinkwrapOf } from './shrinkwrap.ts'

const OUT = join(ROOT, '.vee', 'package')
/** Static imports of a bundle start a line; other matches are within a text. */
const IMPORTED = /^import\s*(?:[^"';]*\bfrom\s*)?["']([^."'][^"']*)["']|\bimport\(["']([^."'][^"']*)["']\)/gm

interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
}
interface Lockfile {
  readonly packages: Parameters<typeof shrinkwrapOf>[1]
}
const manifestOf = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Returns the packages that the bundle imports at run time, in the versions it was built and tested with. */
async function dependencies(): Promise<Record<string, string>> {
  const found = new Map<string, string>()
  for (const file of await readdir(join(ROOT, 'server/dist'))) {
    if (!file.endsWith('.js')) continue
    for (const [, named, lazy] of (await readFile(join(ROOT, 'server/dist', file), 'utf8')).matchAll(
      IMPORTED,
    )) {
      const name = packageOf(named ?? lazy ?? '')
      if (name.startsWith('node:') || builtinModules.includes(name) || found.has(name)) continue
      // A match within a text of the bundle is not a package.
      const manifest = await manifestOf(join(ROOT, 'node_modules', name)).catch(() => undefined)
      if (manifest) found.set(name, manifest.version)
    }
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => a.localeCompare(b)))
}

await build()
const { version, description, license } = await manifestOf(ROOT)
await rm(OUT, { recursive: true, force: true })
await mkdir(join(OUT, 'bin'), { recursive: true })
for (const part of [
  'server/dist',
  'web/dist',
  'LICENSE',
  'README.md',
  'docs/operations.md',
  'docs/settings.md',
  'deploy',
]) {
  await cp(join(ROOT, part), join(OUT, part), { recursive: true, filter: (path) => !path.endsWith('.map') })
}
await cp(join(ROOT, 'scripts/package-bin.mjs'), join(OUT, 'bin/vee.mjs'))
await chmod(join(OUT, 'bin/vee.mjs'), 0o755)
const manifest = {
  name: 'vee',
  version,
  description,
  license,
  type: 'module',
  bin: { vee: 'bin/vee.mjs' },
  engines: { node: '>=24' },
  files: ['npm-shrinkwrap.json', 'bin', 'server/dist', 'web/dist', 'docs', 'deploy'],
  dependencies: await dependencies(),
}
const writeJson = (file: string, content: object) =>
  writeFile(join(OUT, file), `${JSON.stringify(content, undefined, 2)}\n`)
await writeJson('package.json', manifest)
const { packages: locked } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile
// Exact versions and hashes also of the dependencies' own dependencies.
await writeJson('npm-shrinkwrap.json', shrinkwrapOf(manifest, locked))
const { code, output } = await capture('npm', [
  'pack',
  OUT,
  '--pack-destination',
  join(ROOT, '.vee'),
  '--silent',
])
if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
console.log(`Packed .vee/vee-${version}.tgz with ${Object.keys(manifest.dependencies).length} dependencies.`)
