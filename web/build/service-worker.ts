import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin, Rolldown } from 'vite'
import { fileOfFirstPage } from './first-page.ts'

interface ServiceWorkerOptions {
  /** the worker's source, which receives the list of files under the name PRECACHED */
  readonly source: string
  /** public files that the initial page requests */
  readonly publicFiles: readonly string[]
  /**
   * lazy parts of the initial page, or parts required offline: suffixes of module ids, or prefixes of asset
   * names
   */
  readonly alsoNeeded: readonly RegExp[]
}

interface PrecacheEntry {
  readonly url: string
  /** null where the name changes with the content */
  readonly revision: string | null
}

const isInBundle = (bundle: Rolldown.OutputBundle, pattern: RegExp) =>
  Object.values(bundle).some((output) =>
    output.type === 'asset'
      ? pattern.test(output.fileName)
      : output.facadeModuleId !== null && pattern.test(output.facadeModuleId),
  )

/** Returns the initial page's file, those of `alsoNeeded`, and their imports, with stylesheets. */
function filesOfFirstPage(bundle: Rolldown.OutputBundle, alsoNeeded: readonly RegExp[]): string[] {
  const isNeeded = (name: string) => alsoNeeded.some((pattern) => pattern.test(name))
  const needed = new Set([fileOfFirstPage(bundle).fileName])
  for (const output of Object.values(bundle)) {
    if (output.type === 'asset') {
      if (isNeeded(output.fileName)) needed.add(output.fileName)
    } else if (output.facadeModuleId !== null && isNeeded(output.facadeModuleId)) {
      needed.add(output.fileName)
    }
  }
  for (const fileName of needed) {
    const output = bundle[fileName]
    if (output?.type !== 'chunk') continue
    for (const imported of output.imports) needed.add(imported)
    for (const stylesheet of output.viteMetadata?.importedCss ?? []) {
      // The initial page's own stylesheet was inlined.
      if (bundle[stylesheet]) needed.add(stylesheet)
    }
  }
  return [...needed].toSorted()
}

function revisionOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

async function bundleWorker(source: string, precached: readonly PrecacheEntry[]): Promise<string> {
  const bundle = await rolldown({
    input: source,
    platform: 'browser',
    logLevel: 'warn',
    transform: {
      target: 'es2023',
      define: { PRECACHED: JSON.stringify(precached), 'process.env.NODE_ENV': '"production"' },
    },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code
}

/**
 * Writes /sw.js with the list of precached files: the initial page, without the megabytes that are loaded on
 * demand. The list contains every file with its content hash, so the worker's source changes with each
 * version.
 */
export function serviceWorker({ source, publicFiles, alsoNeeded }: ServiceWorkerOptions): Plugin {
  let publicDir: string
  return {
    name: 'vee:service-worker',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('the build made no index.html')
        const precached: PrecacheEntry[] = [{ url: '/index.html', revision: revisionOf(page.source) }]
        for (const file of publicFiles) {
          precached.push({ url: `/${file}`, revision: revisionOf(await readFile(join(publicDir, file))) })
        }
        const unmatched = alsoNeeded.filter((pattern) => !isInBundle(bundle, pattern))
        if (unmatched.length > 0) throw new Error(`no file of the build matches ${unmatched.join(', ')}`)
        for (const file of filesOfFirstPage(bundle, alsoNeeded)) {
          if (file !== 'index.html') precached.push({ url: `/${file}`, revision: null })
        }
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundleWorker(source, precached) })
      },
    },
  }
}
