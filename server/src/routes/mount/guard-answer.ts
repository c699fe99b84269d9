import type { Call } from '@vee/contract/http/call'

/**
 * An answer as the contract allows it to leave: fields that it does not name are dropped. An answer that drifted from
 * its schema does not leave at all, in any mode: it is a fault of this server, logged by place and never by content.
 */
export function guardAnswer(call: Call, status: number, value: unknown): unknown {
  const answer = [call.answers[status] ?? []].flat().find(({ kind }) => kind === 'json')
  if (answer?.kind !== 'json')
    throw new Error(`${call.method} ${call.path} has no JSON answer of status ${status}`)
  const parsed = answer.schema.safeParse(value)
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`)
  throw new Error(`${call.method} ${call.path} answered outside its contract: ${places.join(', ')}`)
}
