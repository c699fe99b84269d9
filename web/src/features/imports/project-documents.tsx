import { MAX_PROJECT_NAME_LENGTH } from '@vee/contract/entities/project-limits'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { type Api, ApiError } from '#lib/http/index.ts'
import { addToProject, fileNamesIn } from '#projects/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { type ArchiveScan, upload } from './import-archive.ts'
import styles from './imports.module.css'
import { importProjects } from './import-projects.ts'
import type { ImportedDocument, ImportedProject } from './imported.ts'

interface ProjectDocumentsProps extends Pick<ArchiveScan, 'source' | 'projects'> {
  readonly api: Api
  readonly onAdded: () => void
}

/** Names that the server reads as plain text. */
const PLAIN_TEXT = /\.(?:txt|md|csv)$/i

/** Documents of projects of another program, which become files of the project of the same name when the person says so. */
export function ProjectDocuments({ api, source, projects, onAdded }: ProjectDocumentsProps) {
  const t = useTexts('imports')
  const [added, setAdded] = useState<ReadonlySet<ImportedProject>>(new Set())
  const [busy, setBusy] = useState<ImportedProject>()
  const [failure, setFailure] = useState<'documentsFull' | 'agentFailed'>()
  const listed = projects.filter(({ documents }) => documents !== undefined)
  if (listed.length === 0) return null
  async function add(project: ImportedProject): Promise<void> {
    setBusy(project)
    setFailure(undefined)
    try {
      const id = (await importProjects(api, source, [project])).get(project.id)
      if (id === undefined) return setFailure('documentsFull')
      await addDocuments(
        api,
        { id, name: (project.name ?? '').slice(0, MAX_PROJECT_NAME_LENGTH) },
        project.documents ?? [],
      )
      setAdded((before) => new Set([...before, project]))
      onAdded()
    } catch (error) {
      setFailure(error instanceof ApiError && error.code === 'STORAGE_FULL' ? 'documentsFull' : 'agentFailed')
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <section className={styles['parts']} aria-labelledby="import-documents">
      <h4 id="import-documents">{t('documents')}</h4>
      <p className={styles['note']}>{t('documentsText')}</p>
      {failure && <Banner tone="error" title={t(failure)} />}
      <ul className={styles['imports']} aria-labelledby="import-documents">
        {listed.map((project) => (
          <li key={project.id}>
            <details className={styles['proposal']}>
              <summary>
                {project.name ?? t('untitled')} ·{' '}
                {t('kinds.files', { count: project.documents?.length ?? 0 })}
              </summary>
              <p className={styles['instructions']}>
                {project.documents?.map(({ name }) => name).join('\n')}
              </p>
            </details>
            {added.has(project) ? (
              <span role="status">{t('agentAdded')}</span>
            ) : (
              <Button
                icon={Plus}
                aria-label={t('addAgentNamed', { name: project.name ?? t('untitled') })}
                isLoading={busy === project}
                onClick={() => void add(project)}
              >
                {t('addAgent')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Adds the documents that the project has not, by their names. Throws ApiError. */
async function addDocuments(
  api: Api,
  project: { readonly id: string; readonly name: string },
  documents: readonly ImportedDocument[],
): Promise<void> {
  const names = await fileNamesIn(api, project)
  for (const { name, text } of documents) {
    const fileName = fileNameOf(name)
    if (names.has(fileName)) continue
    const stored = await upload(api, { name: fileName, bytes: text })
    if (stored) await addToProject(api, project, [stored.id])
  }
}

function fileNameOf(name: string): string {
  const base = name
    .replaceAll(/[\s\p{Cc}/\\]+/gu, ' ')
    .trim()
    .slice(0, 200)
  return PLAIN_TEXT.test(base) ? base : `${base}.txt`
}
