import type { Agent } from '@vee/contract/entities/agent'
import { DEFAULT_AGENT_ID } from '@vee/contract/entities/agent-ids'
import { textsNow } from '#i18n/index.ts'
import { changeSettings, savedAgentIsUnknown, useSettings } from '#lib/settings/index.ts'
import type { Notices } from '#features/system/notifications/notices.ts'
import type { AgentStore } from './agents.ts'

/** Returns true if the agent requires a plan: others are unlocked by signing in, which a reply asks for. */
const needsPlan = ({ locked, accessTier }: Agent) => locked && accessTier === 'premium'

/**
 * Follows the active agent in the settings: switches to the default agent with a
 * notice if the agent does not exist, or is no longer available. Any change of the settings switches the agent. Returns a
 * function that ends it.
 */
export function followActiveAgent(
  agentStore: AgentStore,
  notices: Notices,
  isUnknown = savedAgentIsUnknown(),
): () => void {
  let wasUnknown = isUnknown
  const find = (id: string) => agentStore.getState().agents.find((agent) => agent.id === id)

  function revertIfGone(): void {
    const { agents } = agentStore.getState()
    if (agents.length === 0) return
    const active = find(useSettings.getState().activeAgentId)
    if (active && !needsPlan(active) && !wasUnknown) return
    wasUnknown = false
    const t = textsNow('shell')
    const fallback = find(DEFAULT_AGENT_ID)
    if (!fallback) {
      notices.toast({ type: 'error', title: t('agentInit.title'), message: t('agentInit.text') })
      return
    }
    changeSettings({ activeAgentId: DEFAULT_AGENT_ID })
    notices.toast({
      type: 'error',
      title: t('agentGone.title'),
      message: t('agentGone.text', { agent: fallback.label }),
    })
  }

  const undo = [
    agentStore.subscribe(revertIfGone),
    useSettings.subscribe(({ activeAgentId }, before) => {
      if (activeAgentId === before.activeAgentId) return
      revertIfGone()
    }),
  ]
  return () => undo.forEach((end) => end())
}
