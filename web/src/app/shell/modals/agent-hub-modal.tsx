import { useStore } from 'zustand'
import { AgentHub } from '#features/agent-hub/index.ts'
import { goTo } from '../../navigation.ts'
import { useRuntime } from '../../runtime-context.ts'
import { switchAgent, useActiveAgent } from '../../runtime.ts'
import { loadAgents } from '../../talk/agents.ts'
import type { ModalProps } from './modal-props.ts'

export function AgentHubModal({ locale, isSignedIn, onClose }: ModalProps) {
  const { api, agents } = useRuntime()
  const catalogue = useStore(agents, (known) => known.agents)
  const activeId = useActiveAgent()
  return (
    <AgentHub
      agents={catalogue}
      activeId={activeId}
      onChoose={(id) => {
        switchAgent(id)
        onClose()
        goTo(isSignedIn ? `/${locale}/pro` : `/${locale}`)
      }}
      onLogIn={
        isSignedIn
          ? undefined
          : () => {
              onClose()
              goTo(`/${locale}/login`)
            }
      }
      onReload={() => void loadAgents(api, agents)}
      onClose={onClose}
    />
  )
}
