import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'

/**
 * Pure modules run in Node; a component's test requests a DOM on its first line (`@vitest-environment
 * happy-dom`).
 */
export default defineProject({
  plugins: [react()],
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    isolate: false,
    unstubGlobals: true,
    maxWorkers: 3,
    setupFiles: ['../scripts/test-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
