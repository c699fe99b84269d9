import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { iconsByName } from './build/icons.ts'
import { pages } from './build/pages.ts'
import { serviceWorker } from './build/service-worker.ts'

const apiPort = process.env['VEE_API_PORT']
const ENTRY = join(import.meta.dirname, 'src/main.tsx')
/** what the bundler adds to link chunks; a file of its own otherwise */
const RUNTIME = '\0rolldown/runtime.js'

/** What the first page runs: the entry and all that is imported from there without being loaded later. */
function modulesOfFirstPage(graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([ENTRY])
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/**
 * The first page is one file: what loads later shares so much with it that it would come in dozens of small ones, each
 * with a request, its headers and a compression of its own.
 */
function firstPage() {
  let modules: ReadonlySet<string> | undefined
  return {
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      (modules ??= modulesOfFirstPage(graph)).has(id) || id === RUNTIME ? 'first-page' : null,
    debugName: 'first-page',
    includeDependenciesRecursively: false,
  }
}

/** The other icons are small and many: one file, which comes with the first part that shows any of them. */
const LATER_ICONS = { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\// }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    iconsByName(),
    pages({
      locales: join(import.meta.dirname, 'src/i18n/locales'),
      root: import.meta.dirname,
      boot: 'src/themes/boot.js',
      opening: 'icons/favicon.svg',
      font: 'assets/commissioner-latin-wght-',
    }),
    serviceWorker({
      source: join(import.meta.dirname, 'src/features/offline/service-worker.ts'),
      publicFiles: ['icons/favicon.svg'],
      alsoNeeded: [
        /\/i18n\/locales\/[^/]+\/index\.ts$/,
        /\/(features\/(chat\/first-message\.ts|voice-dock\/(kept-utterances|microphone-card)\.tsx)|voice\/capture\/microphone\.ts)$/,
        /\/app\/talk\/(session|speaker)-of-talk\.ts$/,
        /\/idb\/build\/index\.js$/,
        /^assets\/(capture\.worklet|speech-ring\.worklet|presence\.worker|commissioner-latin-wght)-/,
      ],
    }),
  ],
  // wouter brings a stand-in for a hook that React has had since 18: 1 kB of the first page.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_600,
    rolldownOptions: { output: { codeSplitting: { groups: [firstPage(), LATER_ICONS] } } },
  },
  worker: { format: 'es' },
  server: apiPort
    ? { proxy: { '/api': { target: `http://127.0.0.1:${apiPort}`, ws: true } }, strictPort: true }
    : { strictPort: true },
})
