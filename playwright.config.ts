import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Two cores: a browser and a server each keep one busy.
  workers: 1,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] === 'true',
  reporter: [['list']],
  use: { trace: 'retain-on-failure' },
})
