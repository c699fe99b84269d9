import { expect, it } from 'vitest'
import { isPublicAddress } from './fetch-page.ts'

it.each(['168.63.129.16', '::7f00:1', '::127.0.0.1', '::a00:1', '::', '::ffff:168.63.129.16'])(
  '%s is not public',
  (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  },
)

it.each(['93.184.216.34', '168.63.129.17', '2606:4700::1111'])('%s is public', (ip) => {
  expect(isPublicAddress(ip)).toBe(true)
})
