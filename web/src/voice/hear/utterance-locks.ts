/**
 * Utterances that are being recorded in any tab hold a Web Lock, which is released with the page in every
 * case.
 */

const nameOf = (utteranceId: string) => `vee-utterance-${utteranceId}`

const held = new Map<string, () => void>()

/** Undefined in browsers without locks; every page that may use the microphone has them. */
const locks = (): LockManager | undefined => (globalThis.navigator as Navigator | undefined)?.locks

export function lockUtterance(utteranceId: string): void {
  if (held.has(utteranceId)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  held.set(utteranceId, resolve)
  locks()
    ?.request(nameOf(utteranceId), () => promise)
    .catch(() => undefined)
}

export function unlockUtterance(utteranceId: string): void {
  held.get(utteranceId)?.()
  held.delete(utteranceId)
}

/** Returns a function that tests whether an utterance is still being recorded. */
export async function activeUtterances(): Promise<(utteranceId: string) => boolean> {
  const known = await locks()
    ?.query()
    .catch(() => undefined)
  const names = new Set([...(known?.held ?? []), ...(known?.pending ?? [])].map(({ name }) => name))
  return (utteranceId) => names.has(nameOf(utteranceId))
}
