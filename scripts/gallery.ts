// Builds every primitive in every state and theme, for developers; not part of the product's build.
import { join } from 'node:path'
import { createServer } from 'vite'
import { ROOT } from './process.ts'

const vite = await createServer({
  configFile: join(ROOT, 'web/vite.config.ts'),
  server: { port: Number(process.env['PORT'] ?? 3001), open: false },
})
await vite.listen()
console.log(`Gallery: ${vite.resolvedUrls?.local[0] ?? ''}gallery.html`)
