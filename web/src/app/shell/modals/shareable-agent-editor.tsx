import type { ComponentProps } from 'react'
import { AgentEditor } from '#features/agents/own-agents/index.ts'
import { ShareButton } from '#features/sharing/share-button.tsx'

/** as requested by the opener */
export const ShareableAgentEditor = (props: Omit<ComponentProps<typeof AgentEditor>, 'Share'>) => (
  <AgentEditor {...props} Share={ShareButton} />
)
