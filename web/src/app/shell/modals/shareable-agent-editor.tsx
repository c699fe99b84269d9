import type { ComponentProps } from 'react'
import { AgentEditor } from '#features/agents/custom-agents/index.ts'
import { KnowledgeList } from '#features/knowledge/index.ts'
import { ShareButton } from '#features/sharing/share-button.tsx'
import { useTexts } from '#i18n/index.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useKnowledgeReader } from '../../chat/knowledge-reader.ts'

type EditorProps = ComponentProps<typeof AgentEditor>

/** as requested by the opener */
export const ShareableAgentEditor = (props: Omit<EditorProps, 'Share' | 'Knowledge'>) => (
  <AgentEditor {...props} Share={ShareButton} Knowledge={AgentKnowledge} />
)

/** The files and pages that a custom agent answers from. */
function AgentKnowledge({ api, agentId, mayEdit }: ComponentProps<EditorProps['Knowledge']>) {
  const t = useTexts('knowledge')
  const reader = useKnowledgeReader(api)
  const { shell } = useRuntime()
  return (
    <section aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <KnowledgeList
        api={api}
        owner={{ kind: 'agent', id: agentId }}
        mayCreate={mayEdit}
        reader={reader}
        showUndo={shell.notices.showUndo}
      />
    </section>
  )
}
