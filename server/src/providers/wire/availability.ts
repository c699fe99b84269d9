import type { Availability } from '../failure.ts'

export const AVAILABLE: Availability = { available: true, reason: null, hint: null, envVar: null }

export function withoutKey(name: string, envVar: string): Availability {
  return {
    available: false,
    reason: `${name} is not connected.`,
    hint: `Set ${envVar} to your ${name} key and start Vee again.`,
    problem: 'not-connected',
    envVar,
  }
}
