import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPage } from './build/first-page.ts'
import { firstReply } from './build/first-reply.ts'
import { iconsByName } from './build/icons.ts'
import { libraryResources } from './build/library-resources.ts'
import { pages } from './build/pages.ts'
import { preloadAgain } from './build/preload-again.ts'
import { serviceWorker } from './build/service-worker.ts'

const ENTRY = join(import.meta.dirname, 'src/main.tsx')
const PARTS_OF_FIRST_REPLY = /\/(features\/chat\/first-message|app\/voice\/(session|speaker|transport))\.ts$/
const apiPort = process.env['VEE_API_PORT']
/** The other icons are many small modules: one chunk, loaded with the first part that uses any of them. */
const LATER_ICONS = { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\// }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    iconsByName(),
    preloadAgain(),
    pages({
      locales: join(import.meta.dirname, 'src/i18n/locales'),
      root: import.meta.dirname,
      boot: 'src/themes/boot.js',
      opening: 'icons/favicon.svg',
      font: 'assets/commissioner-latin-wght-',
    }),
    libraryResources(),
    serviceWorker({
      source: join(import.meta.dirname, 'src/features/system/offline/service-worker.ts'),
      publicFiles: ['icons/favicon.svg'],
      alsoNeeded: [
        /\/i18n\/locales\/[^/]+\/index\.ts$/,
        /\/(features\/(chat\/first-message\.ts|voice\/voice-dock\/(pending-utterances|microphone-card)\.tsx)|voice\/capture\/microphone\.ts)$/,
        /\/app\/voice\/(session|speaker|transport)\.ts$/,
        /\/idb\/build\/index\.js$/,
        /^assets\/(capture\.worklet|speech-ring\.worklet|presence\.worker|commissioner-latin-wght)-/,
      ],
    }),
  ],
  // wouter bundles a replacement for a hook that React 18 has: 1 kB of the first page.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // Without the polyfill the page requests its one file directly; browsers without preload support load the
    // others a little later.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_600,
    rolldownOptions: {
      // Plugin timings are of no use to a host at the first start.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: [firstPage(ENTRY), LATER_ICONS, firstReply(ENTRY, PARTS_OF_FIRST_REPLY)] },
      },
    },
  },
  worker: { format: 'es' },
  server: apiPort
    ? { proxy: { '/api': { target: `http://127.0.0.1:${apiPort}`, ws: true } }, strictPort: true }
    : { strictPort: true },
})
