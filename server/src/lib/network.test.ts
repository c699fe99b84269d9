import { expect, it } from 'vitest'
import { networkOf } from './network.ts'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
])('counts %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
