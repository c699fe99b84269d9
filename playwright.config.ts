import { defineConfig } from '@playwright/test'

const IS_CI = process.env['CI'] === 'true'

export default defineConfig({
  testDir: 'e2e',
  testIgnore: [
    // scripts/test.ts and scripts/e2e.ts name the browser where there is one.
    ...(process.env['FIREFOX_PATH'] === undefined ? ['**/firefox/**'] : []),
    // .ci/nightly runs them where WebKitGTK is installed.
    ...(process.env['WEBKIT'] === undefined ? ['**/webkit/**'] : []),
  ],
  outputDir: 'test-results',
  // Much of a test is waiting, for sound above all, so three share two cores well; four saturate them.
  workers: 3,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: IS_CI,
  // A shared machine stalls for seconds now and then; a test that passes only the second time is listed as flaky.
  retries: IS_CI ? 2 : 0,
  reporter: [['list']],
  use: {
    // Traces used a fifth of the machine: only a failed test is traced.
    trace: 'on-first-retry',
    // The presence does not move: without a GPU its drawing takes more of the machine than everything under
    // test. Tests of motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
