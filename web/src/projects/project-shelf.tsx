import type { Project } from '@vee/contract/entities/project'
import { ChevronRight, Folder, FolderPlus } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { PaneRow, PaneRows } from '#ui/display/pane-row.tsx'
import { canDrop, type Dropped, droppedIn, useIsDragging } from './dragged.ts'
import styles from './projects.module.css'

interface ProjectShelfProps {
  readonly projects: readonly Project[]
  /** the project that the list is narrowed to */
  readonly currentId?: string | undefined
  readonly onOpen: (project: Project) => void
  readonly onDrop: (project: Project, dropped: Dropped) => void
  /** opens the dialog of a new project; absent: none is created here */
  readonly onCreate?: () => void
}

/** Stays as the person has left it until the page is loaded again. */
let isOpenWanted = true

/** The projects above a list: each opens with a press, and takes in what is dragged onto it. Opens while something is dragged. */
export function ProjectShelf({ projects, currentId, onOpen, onDrop, onCreate }: ProjectShelfProps) {
  const t = useTexts('history')
  const isDragging = useIsDragging()
  const [isOpen, setOpen] = useState(isOpenWanted)
  if (projects.length === 0 && !onCreate) return null
  return (
    <details
      className={styles['shelf']}
      open={isOpen || isDragging}
      onToggle={({ currentTarget }) => {
        if (isDragging) return
        isOpenWanted = currentTarget.open
        setOpen(currentTarget.open)
      }}
    >
      <summary>
        <Icon of={ChevronRight} size="s" />
        {t('projects.list')}
      </summary>
      {projects.length > 0 && (
        <div className={styles['projects']}>
          <PaneRows label={t('projects.list')}>
            {projects.map((project) => (
              <ProjectRow
                key={project.id}
                project={project}
                isCurrent={project.id === currentId}
                onOpen={() => onOpen(project)}
                onDrop={(dropped) => onDrop(project, dropped)}
              />
            ))}
          </PaneRows>
        </div>
      )}
      {onCreate && (
        <Button size="compact" variant="quiet" icon={FolderPlus} aria-haspopup="dialog" onClick={onCreate}>
          {t('projects.new')}
        </Button>
      )}
    </details>
  )
}

interface ProjectRowProps {
  readonly project: Project
  readonly isCurrent: boolean
  readonly onOpen: () => void
  readonly onDrop: (dropped: Dropped) => void
}

function ProjectRow({ project, isCurrent, onOpen, onDrop }: ProjectRowProps) {
  const t = useTexts('history')
  const [isOver, setOver] = useState(false)
  const { name, ownerName, conversationCount } = project
  return (
    <PaneRow
      title={name}
      meta={[t('projects.conversations', { count: conversationCount }), ownerName]
        .filter(Boolean)
        .join(' · ')}
      badge={<Icon of={Folder} size="s" className={styles['icon']} />}
      isCurrent={isCurrent}
      isDropTarget={isOver}
      onOpen={onOpen}
      drag={{
        onDragOver(event: DragEvent) {
          if (!canDrop(event.dataTransfer)) return
          event.preventDefault()
          setOver(true)
        },
        onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
        },
        onDrop(event: DragEvent) {
          setOver(false)
          const dropped = droppedIn(event.dataTransfer)
          if (!dropped) return
          event.preventDefault()
          onDrop(dropped)
        },
      }}
    />
  )
}
