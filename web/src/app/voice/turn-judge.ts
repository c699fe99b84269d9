import type { getSpeechStatus } from '@vee/contract/http/system'
import type { Api } from '#lib/http/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { openTurnJudge, type TurnJudge } from '#voice/hands-free/index.ts'
import { systemClock } from '#voice/index.ts'
import { canCarry, rememberTooSlow } from './device-models.ts'

/** Opens the host's turn model; undefined where its judgements would not count, or the device cannot carry it. */
export function openBrowserTurnJudge(api: Api): TurnJudge | undefined {
  if (!useSettings.getState().smartEndOfTurn || !canCarry('turn')) return undefined
  return openTurnJudge({
    address: () => fetchModelAddress(api),
    clock: systemClock,
    onTooSlow: () => rememberTooSlow('turn'),
  })
}

async function fetchModelAddress(api: Api): Promise<string | undefined> {
  const { turnModel } = await api.json<typeof getSpeechStatus>('GET', '/system/speech')
  return turnModel ? new URL(`/api/system/turn-model/${turnModel.version}`, location.href).href : undefined
}
