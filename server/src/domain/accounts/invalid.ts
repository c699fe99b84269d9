import { DomainError } from '../errors/domain-error.ts'

export function invalid(path: string, message: string): DomainError {
  return new DomainError('VALIDATION', message, { details: [{ path, message }] })
}
