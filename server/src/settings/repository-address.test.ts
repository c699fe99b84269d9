import { expect, it } from 'vitest'
import { repositoryAddress } from './repository-address.ts'

it.each([
  ['https://git.example.org/vee', 'https://git.example.org/vee'],
  ['git+https://git.example.org/vee.git', 'https://git.example.org/vee'],
  [{ type: 'git', url: 'git://git.example.org/vee.git' }, 'https://git.example.org/vee'],
  ['github:owner/vee', 'https://github.com/owner/vee'],
  ['gitlab:owner/vee', 'https://gitlab.com/owner/vee'],
  ['owner/vee', 'https://github.com/owner/vee'],
  ['javascript:alert(1)', undefined],
  ['git@example.org:owner/vee.git', undefined],
  [{ url: 7 }, undefined],
  [undefined, undefined],
])('%j has the URL %s', (repository, address) => {
  expect(repositoryAddress(repository)).toBe(address)
})
