import type { Endpoint } from '@vee/contract/http/endpoint'

/**
 * Validates a response against the contract: undeclared fields are removed. A response that does not match
 * its schema is never sent: it is a server error, logged by path and without content.
 */
export function guardAnswer(call: Endpoint, status: number, value: unknown): unknown {
  const answer = [call.responses[status] ?? []].flat().find(({ kind }) => kind === 'json')
  if (answer?.kind !== 'json')
    throw new Error(`${call.method} ${call.path} has no JSON answer of status ${status}`)
  const parsed = answer.schema.safeParse(value)
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`)
  throw new Error(`${call.method} ${call.path} answered outside its contract: ${places.join(', ')}`)
}
