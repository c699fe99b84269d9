import { expect, it } from 'vitest'
import type { Caller } from '../../accounts/index.ts'
import { LocalVoiceCredit } from './local-voice-credit.ts'

const visitor = (id: string, ip: string): Caller => ({ kind: 'visitor', id: `session:${id}`, ip })

it('is of a network, whatever its sessions are called, and comes back', () => {
  let now = 0
  const credit = new LocalVoiceCredit(() => now)
  for (let count = 0; count < 20; count += 1) credit.spendCharacters(visitor(`s${count}`, '192.0.2.1'), 4_000)
  expect(() => credit.spendCharacters(visitor('another', '192.0.2.1'), 4_000)).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 7 }),
  )
  credit.spendCharacters(visitor('ben', '192.0.2.2'), 4_000)
  now += 7_000
  credit.spendCharacters(visitor('another', '192.0.2.1'), 4_000)
})
