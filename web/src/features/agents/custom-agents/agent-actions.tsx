import type { CustomAgent } from '@vee/contract/entities/custom-agent'
import type {
  deleteCustomAgent,
  exportCustomAgent,
  restoreCustomAgent,
} from '@vee/contract/http/custom-agents'
import { Download, Trash2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTexts } from '#i18n/index.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import type { ShareProps } from '#lib/share-props.ts'
import { Button } from '#ui/controls/button.tsx'
import type { ShowAgentNotice } from './make-agent.tsx'
import styles from './custom-agents.module.css'

/** How long a deletion can be undone from its notice, in ms. */
const UNDO_MS = 8_000

interface AgentActionsProps {
  readonly api: Api
  readonly agent: CustomAgent
  readonly tell: ShowAgentNotice
  /** opens the owner's settings for sharing it */
  readonly Share: ComponentType<ShareProps>
  readonly onDeleted: () => void
  /** called after a deletion was undone */
  readonly onRestored: () => void
}

/** Exports, shares and deletes a stored agent. */
export function AgentActions({ api, agent, tell, Share, onDeleted, onRestored }: AgentActionsProps) {
  const t = useTexts('customAgents')
  const common = useTexts('common')
  const errors = useTexts('errors')
  const { name, owner, right } = agent
  const params = { params: { id: agent.id } }
  const failed = (error: unknown) =>
    tell({ type: 'error', title: errors(error instanceof ApiError ? error.code : 'GENERIC') })

  const restore = () =>
    void api.json<typeof restoreCustomAgent>('POST', '/agents/{id}/restore', params).then(onRestored, failed)

  async function remove(): Promise<void> {
    try {
      await api.send<typeof deleteCustomAgent>('DELETE', '/agents/{id}', params)
    } catch (error) {
      failed(error)
      return
    }
    tell({
      type: 'success',
      title: t('deleted', { agent: name }),
      duration: UNDO_MS,
      message: (
        <Button size="compact" onClick={restore}>
          {common('undo')}
        </Button>
      ),
    })
    onDeleted()
  }

  async function save(): Promise<void> {
    try {
      const response = await api.send<typeof exportCustomAgent>('GET', '/agents/{id}/export', params)
      downloadText(`${name}.vee-agent.json`, await response.text(), 'application/json')
    } catch (error) {
      failed(error)
    }
  }

  return (
    <div className={styles['actions']}>
      <Button icon={Download} onClick={() => void save()}>
        {t('export')}
      </Button>
      {owner.kind === 'me' && <Share api={api} kind="agent" id={agent.id} title={name} />}
      {right === 'edit' && owner.kind !== 'member' && (
        <Button variant="danger" icon={Trash2} onClick={() => void remove()}>
          {common('delete')}
        </Button>
      )}
    </div>
  )
}
