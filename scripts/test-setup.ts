import { vi } from 'vitest'
import { setRandomSeed } from './random-seed.ts'

/** The defaults of one second fail on a machine that stalls; only a failing test waits this long. */
const TIMEOUT_MS = 15_000

const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: TIMEOUT_MS })

setRandomSeed()

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: TIMEOUT_MS })
}
