import { expect, it } from 'vitest'
import { shrinkwrapOf } from './shrinkwrap.ts'

const manifest = {
  name: 'vee',
  version: '1.0.0',
  license: 'MIT',
  bin: {},
  engines: {},
  dependencies: { a: '1.0.0' },
}
const entry = (version: string, more: object = {}) => ({ version, integrity: `sha512-${version}`, ...more })

it('lists dependencies and theirs, from where Node finds them, and no others', () => {
  const { packages } = shrinkwrapOf(manifest, {
    'node_modules/a': entry('1.0.0', { dev: true, dependencies: { b: '^2.0.0', '@s/c': '*' } }),
    'node_modules/a/node_modules/b': entry('2.1.0', { optionalDependencies: { d: '*', absent: '*' } }),
    'node_modules/b': entry('3.0.0'),
    'node_modules/@s/c': entry('4.0.0', { dependencies: { b: '^3.0.0' } }),
    'node_modules/d': entry('5.0.0', { optional: true }),
    'node_modules/test-only': entry('6.0.0', { dev: true }),
  })
  expect(Object.keys(packages)).toEqual([
    '',
    'node_modules/@s/c',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b',
    'node_modules/d',
  ])
  expect(packages['node_modules/a']).not.toHaveProperty('dev')
})

it('is not made without a dependency, or without its hash', () => {
  expect(() => shrinkwrapOf(manifest, {})).toThrow('package-lock.json lacks a')
  expect(() => shrinkwrapOf(manifest, { 'node_modules/a': { version: '1.0.0' } })).toThrow('no hash')
})
