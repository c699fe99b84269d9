import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface LibraryResources {
  readonly package: string
  /** folders of the package that its code fetches from by address */
  readonly folders: readonly string[]
}

/**
 * Libraries that fetch files of theirs while they run, by addresses that the bundler does not see. `scripts/check-resources.ts`
 * fails for a folder of resources that is neither here nor imported.
 */
export const SERVED_RESOURCES: readonly LibraryResources[] = [
  // Encodings of East Asian fonts, the 14 standard fonts, decoders of JPEG 2000 and JBIG2, a colour profile.
  { package: 'pdfjs-dist', folders: ['cmaps', 'standard_fonts', 'wasm', 'iccs'] },
]

/** Returns the folder of an installed package. */
export function packageFolder(name: string): string {
  const require = createRequire(import.meta.url)
  const found = require.resolve.paths(name)?.find((folder) => existsSync(join(folder, name, 'package.json')))
  if (found === undefined) throw new Error(`the package ${name} is not installed`)
  return join(found, name)
}

/** Returns where the resources of a package are served: the version is part of it, so that a cached file never becomes stale. */
function addressOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8')) as {
    readonly version: string
  }
  return `assets/${name}-${version}`
}

interface ResourceFile {
  /** without a slash at the beginning */
  readonly address: string
  readonly path: string
}

function resourceFiles(): readonly ResourceFile[] {
  return SERVED_RESOURCES.flatMap(({ package: name, folders }) =>
    folders.flatMap((folder) => {
      const files = readdirSync(join(packageFolder(name), folder), { recursive: true, withFileTypes: true })
      return files
        .filter((file) => file.isFile())
        .map((file) => {
          const path = join(file.parentPath, file.name)
          return { path, address: `${addressOf(name)}${path.slice(packageFolder(name).length)}` }
        })
    }),
  )
}

const TYPES: Readonly<Record<string, string | undefined>> = {
  js: 'text/javascript',
  wasm: 'application/wasm',
}

/** Writes the resources of libraries below `assets/`, and serves them during development. */
export function libraryResources(): Plugin {
  return {
    name: 'vee:library-resources',
    configureServer(server) {
      const files = new Map(resourceFiles().map(({ address, path }) => [`/${address}`, path]))
      server.middlewares.use((request, response, next) => {
        const path = files.get(request.url?.split('?')[0] ?? '')
        if (path === undefined) {
          next()
          return
        }
        const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
        response.setHeader('content-type', type)
        createReadStream(path).pipe(response)
      })
    },
    generateBundle() {
      for (const { address, path } of resourceFiles())
        this.emitFile({ type: 'asset', fileName: address, source: readFileSync(path) })
    },
  }
}
