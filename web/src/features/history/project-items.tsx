import type { ProjectItem } from '@vee/contract/entities/project'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './history.module.css'
import type { ServerHistory } from './source.ts'

interface ProjectItemsProps {
  readonly history: Pick<ServerHistory, 'projectItems' | 'takeOutOfProject'>
  readonly projectId: string
  readonly onOpenMeeting: (id: string) => void
}

/** The meetings, files and prompts in a project; hidden without any. */
export function ProjectItems({ history, projectId, onOpenMeeting }: ProjectItemsProps) {
  const t = useTexts('history')
  const [items, setItems] = useState<readonly ProjectItem[]>([])
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    history.projectItems(projectId, abort.signal).then(setItems, () => {
      if (!abort.signal.aborted) setFailed(true)
    })
    return () => abort.abort()
  }, [history, projectId])

  async function takeOut(item: ProjectItem): Promise<void> {
    setFailed(false)
    try {
      await history.takeOutOfProject(projectId, item)
      setItems((before) => before.filter((other) => other !== item))
    } catch {
      setFailed(true)
    }
  }
  if (items.length === 0 && !hasFailed) return null
  return (
    <section aria-label={t('projects.items')} className={styles['items']}>
      <h3>{t('projects.items')}</h3>
      {hasFailed && <p role="alert">{t('changeFailed')}</p>}
      <ul>
        {items.map((item) => (
          <li key={`${item.kind} ${item.ref}`}>
            {item.kind === 'meeting' ? (
              <Button variant="quiet" size="compact" onClick={() => onOpenMeeting(item.ref)}>
                {item.title || t('untitled')}
              </Button>
            ) : (
              <span dir="auto">{item.title || t('untitled')}</span>
            )}
            <small>{item.kind === 'prompt' ? t('projects.prompt') : t(`passages.kinds.${item.kind}`)}</small>
            <IconButton
              icon={X}
              size="compact"
              label={t('projects.takeOut', { title: item.title || t('untitled') })}
              onClick={() => void takeOut(item)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
