import { channel } from 'node:diagnostics_channel'
import type { TurnDecision, TurnClock } from '@vee/contract/turns/machine'

const decisions = channel('vee.turn-decision')

/** Publishes what a machine decided to the listeners of `onTurnDecision`: the system log and the metrics. */
export const publishTurnDecision = (decision: TurnDecision): void => decisions.publish(decision)

/** Calls `listener` for every decision in this process. Returns a function that removes it. */
export function onTurnDecision(listener: (decision: TurnDecision) => void): () => void {
  // Only `publishTurnDecision` publishes on this channel.
  const onMessage = (message: unknown) => listener(message as TurnDecision)
  decisions.subscribe(onMessage)
  return () => decisions.unsubscribe(onMessage)
}

/** The clock of machines on this server. Its timers do not keep the process running. */
export const machineClock: TurnClock = {
  now: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms).unref()
    return () => clearTimeout(timer)
  },
}
