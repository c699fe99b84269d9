/**
 * Turns of models that have searched by the vendor's search and then called a tool of the server. Their results go back with the
 * tool's, as the vendor sent them, and conversations have no place for them: they are kept by the id of the first call.
 */
const turns = new Map<string, readonly object[]>()

/** The result of a tool follows its call within seconds; the oldest turn is dropped for a new one. */
const MAX_TURNS = 100

export function keepTurn(callId: string, content: readonly object[]): void {
  const [oldest] = turns.keys()
  if (turns.size >= MAX_TURNS && oldest !== undefined) turns.delete(oldest)
  turns.set(callId, content)
}

/** Returns the content of the turn with that call; undefined if the vendor has not searched in it. */
export const keptTurnOf = (callId: string | undefined): readonly object[] | undefined =>
  callId === undefined ? undefined : turns.get(callId)
