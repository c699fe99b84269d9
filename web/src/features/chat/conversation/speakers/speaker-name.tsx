import type { AgentId } from '@vee/contract/entities/agent-ids'
import { createContext, type CSSProperties, use } from 'react'
import styles from '../row.module.css'

/** What a conversation knows of its agents. */
interface SpeakerNames {
  readonly labelOf: (agentId: AgentId) => string
  /** returns the name of a theme role */
  readonly colourOf: (agentId: AgentId) => string | undefined
}

export const SpeakersContext = createContext<SpeakerNames>({ labelOf: (id) => id, colourOf: () => undefined })

/** The name of an agent above its words, with its colour. */
export function SpeakerName({ agentId }: { readonly agentId: AgentId }) {
  const { labelOf, colourOf } = use(SpeakersContext)
  const colour = colourOf(agentId)
  return (
    <p
      className={styles['speaker']}
      {...(colour !== undefined && { style: { '--agent-colour': `var(--${colour})` } as CSSProperties })}
    >
      {labelOf(agentId)}
    </p>
  )
}
