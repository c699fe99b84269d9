import { afterEach, beforeEach, expect, it } from 'vitest'
import { startDns, type DnsServer } from '../../../fakes/dns/index.ts'
import { createTxtResolver } from './dns-txt.ts'

let dns: DnsServer
beforeEach(async () => {
  dns = await startDns()
})
afterEach(() => dns.close())

it('reads a TXT record from the configured name servers, and detects a missing record', async () => {
  const resolve = createTxtResolver([dns.address])
  expect(await resolve('_vee-domain.example.test')).toEqual([])
  dns.publish('_vee-domain.example.test', 'vee-domain=abc')
  expect(await resolve('_vee-domain.example.test')).toEqual(['vee-domain=abc'])
})
