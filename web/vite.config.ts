import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const apiPort = process.env['VEE_API_PORT']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 1_600 },
  worker: { format: 'es' },
  server: apiPort
    ? { proxy: { '/api': { target: `http://127.0.0.1:${apiPort}`, ws: true } }, strictPort: true }
    : { strictPort: true },
})
