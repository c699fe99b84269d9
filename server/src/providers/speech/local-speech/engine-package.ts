import { createRequire } from 'node:module'
import type { Availability } from '../../failure.ts'

const require = createRequire(import.meta.url)

/**
 * Returns why local models cannot run on a platform; undefined where a build of sherpa-onnx is installed.
 * Loads nothing.
 */
export function engineProblem(
  platform: string = process.platform,
  arch: string = process.arch,
): Availability | undefined {
  const build = `sherpa-onnx-${platform === 'win32' ? 'win' : platform}-${arch}`
  try {
    createRequire(require.resolve('sherpa-onnx-node/package.json')).resolve(`${build}/package.json`)
    return undefined
  } catch {
    return {
      available: false,
      reason: `The package ${build} for local speech is not installed.`,
      hint: 'Run `npm install` with optional packages, on Linux, macOS or Windows with an x64 or arm64 processor.',
      envVar: null,
      problem: 'package-missing',
    }
  }
}
