import { Suspense } from 'react'
import { useStore } from 'zustand'
import { AgentHub } from '#features/agent-hub/index.ts'
import { loadViewTexts } from '#i18n/index.ts'
import { goTo } from '../../navigation.ts'
import { useRuntime } from '../../runtime-context.ts'
import { switchAgent, useActiveAgent } from '../../runtime.ts'
import { loadAgents } from '../../talk/agents.ts'
import { lazyPart } from '../lazy-part.ts'
import { PartBoundary } from '../part-boundary.tsx'
import type { ModalProps } from './modal-props.ts'

const PersonaEditor = lazyPart(
  async () => (await import('#features/persona/index.ts')).PersonaEditor,
  loadViewTexts,
)
const ignore = () => {}

export function AgentHubModal({ locale, isSignedIn, onClose }: ModalProps) {
  const { api, agents, talkWith } = useRuntime()
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
    >
      <PartBoundary onFailure={ignore}>
        <Suspense fallback={null}>
          <PersonaEditor
            key={activeId}
            api={api}
            agentId={activeId}
            agentLabel={catalogue.find(({ id }) => id === activeId)?.label ?? activeId}
            conversationId={talkWith(activeId).chat.state.getState().conversationId}
          />
        </Suspense>
      </PartBoundary>
    </AgentHub>
  )
}
