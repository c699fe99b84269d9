import type { ComponentProps } from 'react'
import { AgentEditor } from '#features/own-agents/index.ts'
import { ShareButton } from '#features/sharing/index.ts'

/** The editor of an own agent, with what it takes to share it. */
export const ShareableAgentEditor = (props: Omit<ComponentProps<typeof AgentEditor>, 'Share'>) => (
  <AgentEditor {...props} Share={ShareButton} />
)
