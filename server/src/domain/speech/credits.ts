import type { Credits } from '@vee/contract/http/speech'
import type { Caller } from '#domain/accounts/index.ts'

const UNLIMITED = { isUnlimited: true, totalUsd: null, usedUsd: null, remainingUsd: null } as const

/** What a caller may still spend: nothing is limited, so that there are no amounts. */
export function creditsOf(caller: Caller): Credits {
  return { allocationKey: allocationKeyOf(caller), llm: UNLIMITED, speech: UNLIMITED }
}

function allocationKeyOf(caller: Caller): string {
  if (caller.kind === 'visitor') return 'demo'
  return caller.kind === 'global' ? 'global' : caller.user.planId
}
