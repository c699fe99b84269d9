/** How long ago the event happened, in ms. A page that was busy hears of it late. */
export function ageOf({ timeStamp }: Pick<Event, 'timeStamp'>): number {
  return Math.max(0, performance.now() - timeStamp)
}
