/** A comment that keeps proxies from closing a quiet stream. */
export const PING = ': ping\n\n'

/**
 * One event as it travels: an `id:` line when the event is numbered, one `data: ` line of JSON, a blank line.
 * JSON holds no line breaks, so one line is always enough. The id comes first: a reader that goes line by line
 * knows it when the data arrives.
 */
export function encodeEvent(event: object, id?: number): string {
  const data = `data: ${JSON.stringify(event)}\n\n`
  return id === undefined ? data : `id: ${id}\n${data}`
}
