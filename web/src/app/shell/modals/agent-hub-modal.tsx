import type { AgentId, CustomAgentId } from '@vee/contract/entities/agent-ids'
import { useState } from 'react'
import { useStore } from 'zustand'
import { AgentHub } from '#features/agents/agent-hub/index.ts'
import { loadViewTexts } from '#i18n/index.ts'
import { goTo } from '../../navigation.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useAnsweringAgentId } from '../../chat/use-answering-agent.ts'
import { canContinueWith, switchAgent, useActiveAgent } from '../../runtime.ts'
import { fetchAgents } from '../../chat/agents.ts'
import { lazyPart } from '../lazy-part.ts'
import { PartBoundary } from '../part-boundary.tsx'
import type { ModalProps } from './modal-props.ts'

const PersonaEditor = lazyPart(
  async () => (await import('#features/agents/persona/index.ts')).PersonaEditor,
  loadViewTexts,
)
const MakeAgent = lazyPart(
  async () => (await import('#features/agents/custom-agents/index.ts')).MakeAgent,
  loadViewTexts,
)
const AgentEditor = lazyPart(
  async () => (await import('./shareable-agent-editor.tsx')).ShareableAgentEditor,
  loadViewTexts,
)

export function AgentHubModal({ locale, isSignedIn, dialogOptions }: ModalProps) {
  const { api, agents, shell, talkWith, continueWith } = useRuntime()
  const catalogue = useStore(agents, (state) => state.agents)
  const activeId = useAnsweringAgentId()
  const { chat } = talkWith(useActiveAgent())
  const [edited, setEdited] = useState<{ readonly id: CustomAgentId | undefined }>()
  const reload = () => void fetchAgents(api, agents)
  const tell = shell.notices.toast

  function continueHere(id: AgentId): void {
    continueWith(id)
    dialogOptions.onClose()
  }

  function leaveTo(address: string): void {
    dialogOptions.onClose()
    goTo(address)
  }

  if (edited) {
    return (
      <PartBoundary onFailure={() => setEdited(undefined)}>
        <AgentEditor
          api={api}
          id={edited.id}
          tell={tell}
          onClose={() => setEdited(undefined)}
          onChanged={reload}
        />
      </PartBoundary>
    )
  }
  return (
    <AgentHub
      agents={catalogue}
      activeId={activeId}
      onChoose={(id) => {
        switchAgent(id)
        leaveTo(isSignedIn ? `/${locale}/pro` : `/${locale}`)
      }}
      onContinueFor={(id) => (canContinueWith(chat, id) ? () => continueHere(id) : undefined)}
      onLogIn={isSignedIn ? undefined : () => leaveTo(`/${locale}/login`)}
      onReload={reload}
      onEdit={(id) => setEdited({ id })}
      making={
        <Making
          isSignedIn={isSignedIn}
          onNew={() => setEdited({ id: undefined })}
          onImported={(id) => {
            reload()
            setEdited({ id })
          }}
        />
      }
      {...dialogOptions}
    >
      <ActivePersona agentId={activeId} />
    </AgentHub>
  )
}

interface MakingProps extends Pick<ModalProps, 'isSignedIn'> {
  readonly onNew: () => void
  readonly onImported: (id: CustomAgentId) => void
}

/** Creates and imports custom agents. */
function Making({ isSignedIn, onNew, onImported }: MakingProps) {
  const { api, shell } = useRuntime()
  return (
    <PartBoundary>
      <MakeAgent
        api={api}
        isSignedIn={isSignedIn}
        tell={shell.notices.toast}
        onNew={onNew}
        onImported={onImported}
      />
    </PartBoundary>
  )
}

/** How an agent speaks. */
function ActivePersona({ agentId }: { readonly agentId: AgentId }) {
  const { api, agents, talkWith } = useRuntime()
  const catalogue = useStore(agents, (state) => state.agents)
  const { chat } = talkWith(useActiveAgent())
  return (
    <PartBoundary>
      <PersonaEditor
        key={agentId}
        api={api}
        agentId={agentId}
        agentLabel={catalogue.find(({ id }) => id === agentId)?.label ?? agentId}
        conversationId={chat.state.getState().conversationId}
      />
    </PartBoundary>
  )
}
