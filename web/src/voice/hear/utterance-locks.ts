/**
 * Which utterances are being said right now, in whichever tab: each holds a lock of the browser, which ends with its page,
 * however that ends.
 */

const nameOf = (utteranceId: string) => `vee-utterance-${utteranceId}`

const held = new Map<string, () => void>()

/** Where the browser has locks; every page that may use the microphone has. */
const locks = (): LockManager | undefined => (globalThis.navigator as Navigator | undefined)?.locks

export function holdUtterance(utteranceId: string): void {
  if (held.has(utteranceId)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  held.set(utteranceId, resolve)
  locks()
    ?.request(nameOf(utteranceId), () => promise)
    .catch(() => undefined)
}

export function releaseUtterance(utteranceId: string): void {
  held.get(utteranceId)?.()
  held.delete(utteranceId)
}

/** Tells which utterances some page is still recording. */
export async function utterancesBeingSaid(): Promise<(utteranceId: string) => boolean> {
  const known = await locks()
    ?.query()
    .catch(() => undefined)
  const names = new Set([...(known?.held ?? []), ...(known?.pending ?? [])].map(({ name }) => name))
  return (utteranceId) => names.has(nameOf(utteranceId))
}
