import { KnowledgeList } from '#features/knowledge/index.ts'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useKnowledgeReader } from '../../chat/knowledge-reader.ts'
import { useRuntime } from '../../runtime-context.ts'

interface ProjectKnowledgeProps {
  readonly api: Api
  readonly projectId: string
  readonly mayEdit: boolean
}

/** The files and pages from which assistants answer in the conversations of a project. */
export function ProjectKnowledge({ api, projectId, mayEdit }: ProjectKnowledgeProps) {
  const t = useTexts('history')
  const reader = useKnowledgeReader(api)
  const { shell } = useRuntime()
  return (
    <section aria-label={t('projects.knowledge')}>
      <h3>{t('projects.knowledge')}</h3>
      <p>{t('projects.knowledgeHint')}</p>
      <KnowledgeList
        api={api}
        owner={{ kind: 'project', id: projectId }}
        mayCreate={mayEdit}
        reader={reader}
        showUndo={shell.notices.showUndo}
      />
    </section>
  )
}
