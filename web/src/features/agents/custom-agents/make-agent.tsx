import type { CustomAgentId } from '@vee/contract/entities/agent-ids'
import type { importCustomAgent } from '@vee/contract/http/custom-agents'
import { Plus, Upload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { AgentFile } from '@vee/contract/entities/custom-agent'
import { MAX_AGENT_FILE_BYTES } from '@vee/contract/entities/custom-agent-limits'
import { useTexts } from '#i18n/index.ts'
import { readTextFile } from '#lib/files/read-text-file.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { useIsMember } from '#lib/use-is-member.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import styles from './custom-agents.module.css'

/** The newest version supported by this page. */
const FILE_VERSION = 1

/** A notice to the user. */
export type ShowAgentNotice = (notice: {
  readonly type: 'success' | 'error'
  readonly title: string
  readonly message?: ReactNode
  readonly duration?: number
}) => void

interface MakeAgentProps {
  readonly api: Api
  readonly isSignedIn: boolean
  readonly onNew: () => void
  readonly onImported: (id: CustomAgentId) => void
  readonly tell: ShowAgentNotice
}

/** Creates custom agents. Other users see the requirements. */
export function MakeAgent({ api, isSignedIn, onNew, onImported, tell }: MakeAgentProps) {
  const t = useTexts('customAgents')
  const errors = useTexts('errors')
  const file = useRef<HTMLInputElement>(null)
  const isMember = useIsMember(api, isSignedIn)

  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    const body = await readAgentFile(chosen)
    if (body === undefined || body === 'newer') {
      tell({ type: 'error', title: t(body === 'newer' ? 'problem.newer' : 'problem.file') })
      return
    }
    try {
      const { id, name } = await api.json<typeof importCustomAgent>('POST', '/agents/import', { body })
      tell({ type: 'success', title: t('imported', { agent: name }), message: t('importedHelp') })
      onImported(id)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'GENERIC'
      tell({ type: 'error', title: code === 'VALIDATION' ? t('problem.file') : errors(code) })
    }
  }

  if (isMember === undefined) return null
  if (!isMember) return <p className={styles['hint']}>{t('needsAccount')}</p>
  return (
    <div className={styles['actions']}>
      <Button icon={Plus} onClick={onNew}>
        {t('make')}
      </Button>
      <Button variant="quiet" icon={Upload} onClick={() => file.current?.click()}>
        {t('import')}
      </Button>
      <FileChooser
        ref={file}
        label={t('import')}
        accept="application/json,.json"
        onChoose={([chosen]) => void read(chosen)}
      />
    </div>
  )
}

/** Parses the envelope of an agent's file; its content is validated by the server. */
export async function readAgentFile(file: Blob): Promise<AgentFile | 'newer' | undefined> {
  if (file.size > MAX_AGENT_FILE_BYTES) return undefined
  const read = parse((await readTextFile(file)).text)
  if (typeof read !== 'object' || read === null || !('format' in read) || read.format !== 'vee-agent') {
    return undefined
  }
  const version = 'version' in read ? read.version : undefined
  if (typeof version === 'number' && version > FILE_VERSION) return 'newer'
  return version === FILE_VERSION && 'agent' in read ? (read as AgentFile) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
