import { type TurnDecision, RELAYED } from '@vee/contract/turns/machine'

/** The event of `window` that carries a decision as its `detail`: `addEventListener('vee-turn', …)` in the console. */
const TURN_EVENT = 'vee-turn'

/** Announces what a machine of this page decided and why, for the console and for benchmarks. Names only, never words. */
export function announceDecisions(
  decision: Pick<TurnDecision, 'machine' | 'state' | 'event'>,
  effects: readonly { readonly type: string; readonly reason: string }[],
): void {
  for (const { type: effect, reason } of effects) {
    if (reason === RELAYED) continue
    const detail: TurnDecision = { ...decision, effect, reason }
    globalThis.dispatchEvent?.(new CustomEvent(TURN_EVENT, { detail }))
  }
}
