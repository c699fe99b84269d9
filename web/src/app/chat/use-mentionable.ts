import type { AgentId } from '@vee/contract/entities/agent-ids'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { MentionableAgent } from '#features/chat/index.ts'
import { useTexts } from '#i18n/index.ts'
import { useRuntime } from '../runtime-context.ts'
import { STAYS_ALONE } from '../runtime.ts'

/** Returns the assistants that can be addressed in the conversations of an agent, with what opens locked ones. */
export function useMentionable(agentId: AgentId): readonly MentionableAgent[] {
  const catalogue = useStore(useRuntime().agents, ({ agents }) => agents)
  const t = useTexts('chat')
  return useMemo(
    () =>
      agentId === STAYS_ALONE
        ? []
        : catalogue
            .filter(({ id }) => id !== STAYS_ALONE)
            .map(({ id, label, themeColor, locked, accessTier }) => ({
              id,
              label,
              themeColor,
              lockedReason: locked
                ? t(accessTier === 'premium' ? 'mentions.needsPlan' : 'mentions.needsLogin')
                : undefined,
            })),
    [agentId, catalogue, t],
  )
}
