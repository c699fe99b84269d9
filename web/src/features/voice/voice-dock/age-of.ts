/** Returns the time since the event in ms. A busy page receives it late. */
export function ageOf({ timeStamp }: Pick<Event, 'timeStamp'>): number {
  return Math.max(0, performance.now() - timeStamp)
}
