import { ChevronDown } from 'lucide-react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import styles from './header.module.css'

/** Shows the active agent, and opens the hub to choose another. */
export function AgentOpener() {
  const t = useTexts('shell')
  const chat = useTexts('chat')
  const { agents, shell } = useRuntime()
  const agentId = useActiveAgent()
  const label = useStore(agents, (catalogue) => catalogue.agents.find(({ id }) => id === agentId)?.label)
  const agent = label ?? chat('welcome.fallbackAgent')
  return (
    <button
      type="button"
      className={styles['agent']}
      aria-haspopup="dialog"
      aria-label={t('agent', { agent })}
      onClick={() => shell.page.openModal({ id: 'agent-hub', size: 'large' })}
    >
      <span className={styles['agentName']}>{agent}</span>
      <Icon of={ChevronDown} size="s" />
    </button>
  )
}
