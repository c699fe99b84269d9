import { Refusal } from '../refusal.ts'

export function invalid(path: string, message: string): Refusal {
  return new Refusal('VALIDATION', message, { details: [{ path, message }] })
}
