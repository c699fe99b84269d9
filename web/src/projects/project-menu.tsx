import type { Project } from '@vee/contract/entities/project'
import type { listProjects } from '@vee/contract/http/projects'
import { FolderInput } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { MenuButton } from '#ui/controls/menu-button.tsx'

interface ProjectMenuProps {
  readonly api: Api
  readonly label: string
  /** said when it is in the project with this name, or could not be put there */
  readonly texts: { readonly done: (name: string) => string; readonly failed: string }
  /** rejects if it failed */
  readonly onPut: (project: Project) => Promise<unknown>
  /** only projects that the person may change; default: all that they may use */
  readonly isForEditing?: boolean
}

/** Puts something into one of the person's projects; hidden without any. */
export function ProjectMenu({ api, label, texts, onPut, isForEditing = false }: ProjectMenuProps) {
  const projects = useProjects(api).filter(({ right }) => !isForEditing || right === 'edit')
  const [notice, setNotice] = useState('')
  if (projects.length === 0) return null
  async function putInto(project: Project): Promise<void> {
    setNotice('')
    try {
      await onPut(project)
      setNotice(texts.done(project.name))
    } catch {
      setNotice(texts.failed)
    }
  }
  return (
    <>
      <output>{notice}</output>
      <MenuButton
        label={label}
        align="end"
        groups={[
          {
            items: projects.map((project) => ({
              id: project.id,
              label: project.name,
              onSelect: () => void putInto(project),
            })),
          },
        ]}
        renderOpener={(opener) => (
          <Button {...opener} icon={FolderInput}>
            {label}
          </Button>
        )}
      />
    </>
  )
}

/** Returns the projects that the member may use; none for visitors, and while they are not loaded. */
export function useProjects(api: Api): readonly Project[] {
  const [projects, setProjects] = useState<readonly Project[]>([])
  useEffect(() => {
    const abort = new AbortController()
    api.json<typeof listProjects>('GET', '/projects', { signal: abort.signal }).then(
      ({ items }) => setProjects(items),
      // Already logged by the API client; the page works without them.
      () => undefined,
    )
    return () => abort.abort()
  }, [api])
  return projects
}
