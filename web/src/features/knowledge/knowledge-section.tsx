import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import type { ShowUndo } from '#ui/feedback/use-delayed-deletion.tsx'
import type { KnowledgeFileReader } from './knowledge-file-reader.ts'
import { KnowledgeList } from './knowledge-list.tsx'
import styles from './knowledge.module.css'

interface KnowledgeSectionProps {
  readonly api: Api
  readonly isSignedIn: boolean
  readonly reader: KnowledgeFileReader
  readonly showUndo: ShowUndo
}

/** The page of the settings: all knowledge that the member may see. */
export function KnowledgeSection({ api, isSignedIn, reader, showUndo }: KnowledgeSectionProps) {
  const t = useTexts('knowledge')
  return (
    <>
      <p className={styles['text']}>{t('text')}</p>
      {isSignedIn ? (
        <KnowledgeList api={api} mayCreate reader={reader} showUndo={showUndo} />
      ) : (
        <p className={styles['text']}>{t('members')}</p>
      )}
    </>
  )
}
