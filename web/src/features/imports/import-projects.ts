import { MAX_INSTRUCTIONS_LENGTH, MAX_PROJECT_NAME_LENGTH } from '@vee/contract/entities/project-limits'
import type { ImportSource } from '@vee/contract/http/imports'
import type { createProject, listProjects } from '@vee/contract/http/projects'
import { type Api, ApiError } from '#lib/http/index.ts'
import type { ImportedProject } from './imported.ts'

/** The names of programs, for projects whose names an export does not contain. */
const PROGRAMS: Readonly<Record<ImportSource, string>> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  'open-webui': 'Open WebUI',
  librechat: 'LibreChat',
  gemini: 'Gemini',
  lobehub: 'LobeHub',
  nextchat: 'NextChat',
  vee: 'Vee',
}

/**
 * Returns the person's projects for those of an archive, by their ids there: one of the same name, or a new one, which is deleted with
 * the import. Where there is no room for more, conversations come in without.
 */
export async function importProjects(
  api: Api,
  source: ImportSource,
  projects: readonly ImportedProject[],
  importId?: string,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  if (projects.length === 0) return ids
  const { items } = await api.json<typeof listProjects>('GET', '/projects')
  const byName = new Map(items.filter(({ right }) => right === 'edit').map(({ name, id }) => [name, id]))
  for (const { id, name, instructions } of projects) {
    const wanted = nameOf(name) || freeName(PROGRAMS[source], byName)
    const same = byName.get(wanted)
    const fields = {
      name: wanted,
      instructions: instructions.trim().slice(0, MAX_INSTRUCTIONS_LENGTH),
      ...(importId !== undefined && { importId }),
    }
    const projectId = same ?? (await create(api, fields))
    if (projectId === undefined) return ids
    ids.set(id, projectId)
    byName.set(wanted, projectId)
  }
  return ids
}

const nameOf = (name: string | undefined) =>
  (name ?? '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_PROJECT_NAME_LENGTH)
    .trim()

/** "ChatGPT 1", "ChatGPT 2" … */
function freeName(program: string, taken: ReadonlyMap<string, string>): string {
  for (let number = 1; ; number++) {
    const name = `${program} ${number}`
    if (!taken.has(name)) return name
  }
}

async function create(
  api: Api,
  body: { readonly name: string; readonly instructions: string; readonly importId?: string },
): Promise<string | undefined> {
  try {
    const { id } = await api.json<typeof createProject>('POST', '/projects', { body })
    return id
  } catch (error) {
    if (error instanceof ApiError && error.code === 'STORAGE_FULL') return undefined
    throw error
  }
}
