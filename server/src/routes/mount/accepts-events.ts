const EVENTS = /^text\/event-stream(?:;|$)/i
const NOT_AT_ALL = /;q=0(?:\.0*)?(?:;|$)/i

/** Whether an `Accept` header names `text/event-stream`, in whatever case and place, and not to refuse it. */
export function acceptsEvents(header: string | undefined): boolean {
  const ranges = (header ?? '').replaceAll(/\s/g, '').split(',')
  return ranges.some((range) => EVENTS.test(range) && !NOT_AT_ALL.test(range))
}
