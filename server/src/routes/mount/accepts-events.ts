const EVENTS = /^text\/event-stream(?:;|$)/i
const NOT_AT_ALL = /;q=0(?:\.0*)?(?:;|$)/i

/**
 * Returns true if an `Accept` header contains `text/event-stream` (case-insensitive) with a quality above 0.
 */
export function acceptsEvents(header: string | undefined): boolean {
  const ranges = (header ?? '').replaceAll(/\s/g, '').split(',')
  return ranges.some((range) => EVENTS.test(range) && !NOT_AT_ALL.test(range))
}
