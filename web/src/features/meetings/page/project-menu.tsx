import type { Project } from '@vee/contract/entities/project'
import type { listProjects, putProjectItem } from '@vee/contract/http/projects'
import { FolderInput } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { MenuButton } from '#ui/controls/menu-button.tsx'

interface ProjectMenuProps {
  readonly api: Api
  readonly meetingId: string
}

/** Puts a meeting into one of the person's projects; hidden without any. */
export function ProjectMenu({ api, meetingId }: ProjectMenuProps) {
  const t = useTexts('meetings')
  const projects = useProjects(api)
  const [notice, setNotice] = useState('')
  if (projects.length === 0) return null
  async function putInto({ id, name }: Project): Promise<void> {
    setNotice('')
    const params = { id, kind: 'meeting' as const, ref: meetingId }
    try {
      await api.send<typeof putProjectItem>('PUT', '/projects/{id}/items/{kind}/{ref}', { params })
      setNotice(t('inProject', { name }))
    } catch {
      setNotice(t('projectFailed'))
    }
  }
  return (
    <>
      <output>{notice}</output>
      <MenuButton
        label={t('toProject')}
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
            {t('toProject')}
          </Button>
        )}
      />
    </>
  )
}

function useProjects(api: Api): readonly Project[] {
  const [projects, setProjects] = useState<readonly Project[]>([])
  useEffect(() => {
    const abort = new AbortController()
    api.json<typeof listProjects>('GET', '/projects', { signal: abort.signal }).then(
      ({ items }) => setProjects(items),
      // The meeting works without them.
      () => undefined,
    )
    return () => abort.abort()
  }, [api])
  return projects
}
