/** A comment that prevents proxies from closing an idle stream. */
export const PING = ': ping\n\n'

/**
 * Returns one event in SSE format: an `id:` line if the event is numbered, one `data: ` line of JSON, a blank
 * line. JSON contains no line breaks, so one line is always enough. The id is first, so that a line-based
 * reader has it when the data arrives.
 */
export function encodeEvent(event: object, id?: number): string {
  const data = `data: ${JSON.stringify(event)}\n\n`
  return id === undefined ? data : `id: ${id}\n${data}`
}
