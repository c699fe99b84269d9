import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'], environment: 'node' } },
      { test: { name: 'server', root: 'server', include: ['src/**/*.test.ts'], environment: 'node' } },
      'web',
    ],
  },
})
