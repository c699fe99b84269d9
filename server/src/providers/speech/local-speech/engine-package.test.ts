import { expect, it } from 'vitest'
import { engineProblem } from './engine-package.ts'

it('finds the engine that is installed for this machine', () => {
  expect(engineProblem()).toBeUndefined()
})

it.each([
  ['sunos', 'x64', 'sherpa-onnx-sunos-x64'],
  ['win32', 'riscv64', 'sherpa-onnx-win-riscv64'],
])('names the package that is missing on %s %s', (platform, arch, name) => {
  expect(engineProblem(platform, arch)).toMatchObject({
    available: false,
    reason: expect.stringContaining(name) as string,
  })
})
