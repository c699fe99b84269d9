import type { CustomAgentId } from '@vee/contract/entities/agent-ids'
import type { CustomAgent } from '@vee/contract/entities/custom-agent'
import type {
  createCustomAgent,
  deleteCustomAgent,
  exportCustomAgent,
  getCustomAgent,
  patchCustomAgent,
  restoreCustomAgent,
} from '@vee/contract/http/custom-agents'
import { CUSTOM_AGENT_LIMITS as LIMITS } from '@vee/contract/entities/custom-agent-limits'
import { SAMPLING_LIMITS } from '@vee/contract/entities/sampling-limits'
import type { listVoices } from '@vee/contract/http/speech'
import type { Voice } from '@vee/contract/entities/voice'
import { Download, Trash2 } from 'lucide-react'
import { useEffect, useId, useState, type ComponentType } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import type { ShareProps } from '#lib/share-props.ts'
import { useOnTeamNews } from '#lib/team-news.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { AgentFields } from './agent-fields.tsx'
import { type AgentField, type AgentProblem, readFields } from './agent-form.ts'
import type { ShowAgentNotice } from './make-agent.tsx'
import styles from './custom-agents.module.css'

/** How long a deletion can be undone from its notice, in ms. */
const UNDO_MS = 8_000

interface AgentEditorProps {
  readonly api: Api
  /** undefined creates a new one */
  readonly id: CustomAgentId | undefined
  readonly tell: ShowAgentNotice
  /** opens the owner's settings for sharing it */
  readonly Share: ComponentType<ShareProps>
  /** the files and pages that the agent answers from */
  readonly Knowledge: ComponentType<{
    readonly api: Api
    readonly agentId: string
    readonly mayEdit: boolean
  }>
  readonly onClose: () => void
  /** called after a change of the agents */
  readonly onChanged: () => void
}

/** A custom agent: its name, purpose and instructions. Users without write access can only read it. */
export function AgentEditor({ api, id, tell, Share, Knowledge, onClose, onChanged }: AgentEditorProps) {
  const t = useTexts('customAgents')
  const common = useTexts('common')
  const errors = useTexts('errors')
  const models = useTexts('models')
  const formId = useId()
  const [agent, setAgent] = useState<CustomAgent>()
  const [voices, setVoices] = useState<readonly Voice[]>([])
  const mayEdit = id === undefined || agent?.right === 'edit'
  const textOf = (field: AgentProblem['field']) => {
    if (field === 'startingPrompts')
      return t('problem.prompts', { most: LIMITS.prompts, length: LIMITS.prompt })
    if (field === 'name' || field === 'purpose') return t(`problem.${field}`)
    const { least, most } = SAMPLING_LIMITS[field]
    return models('sampling.invalid', { least, most })
  }
  const failed = (error: unknown) =>
    tell({ type: 'error', title: errors(error instanceof ApiError ? error.code : 'GENERIC') })

  useEffect(() => {
    let isCurrent = true
    const loaded =
      id === undefined
        ? undefined
        : api.json<typeof getCustomAgent>('GET', '/agents/{id}', { params: { id } })
    loaded?.then(
      (stored) => isCurrent && setAgent(stored),
      () => {
        if (!isCurrent) return
        tell({ type: 'error', title: t('problem.load') })
        onClose()
      },
    )
    api.json<typeof listVoices>('GET', '/tts/voices').then(
      (response) => isCurrent && setVoices(response.voices),
      // Without the list of voices it keeps its voice.
      () => {},
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loaded once for each agent; what changes with the page stays out
  }, [api, id])

  useOnTeamNews(() => {
    if (id === undefined) return
    api
      .json<typeof getCustomAgent>('GET', '/agents/{id}', { params: { id } })
      .then(setAgent, (error: unknown) => {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') onClose()
      })
  })

  const { form, isSending, errorOf } = useForm<AgentField>(async (typed) => {
    const read = readFields(typed, voices, agent)
    if ('field' in read) return { field: read.field, text: textOf(read.field) }
    try {
      if (id === undefined) await api.json<typeof createCustomAgent>('POST', '/agents', { body: read.fields })
      else
        await api.json<typeof patchCustomAgent>('PATCH', '/agents/{id}', {
          params: { id },
          body: read.fields,
        })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'GENERIC'
      return { field: 'name', text: code === 'VALIDATION' ? t('problem.nameTaken') : errors(code) }
    }
    tell({ type: 'success', title: t('saved', { agent: read.fields.name }) })
    onChanged()
    onClose()
    return undefined
  })

  async function remove({ id: gone, name }: CustomAgent): Promise<void> {
    const params = { params: { id: gone } }
    try {
      await api.send<typeof deleteCustomAgent>('DELETE', '/agents/{id}', params)
    } catch (error) {
      failed(error)
      return
    }
    const undo = () =>
      void api.json<typeof restoreCustomAgent>('POST', '/agents/{id}/restore', params).then(onChanged, failed)
    tell({
      type: 'success',
      title: t('deleted', { agent: name }),
      duration: UNDO_MS,
      message: (
        <Button size="compact" onClick={undo}>
          {common('undo')}
        </Button>
      ),
    })
    onChanged()
    onClose()
  }

  async function save({ id: kept, name }: CustomAgent): Promise<void> {
    try {
      const response = await api.send<typeof exportCustomAgent>('GET', '/agents/{id}/export', {
        params: { id: kept },
      })
      downloadText(`${name}.vee-agent.json`, await response.text(), 'application/json')
    } catch (error) {
      failed(error)
    }
  }

  const owner = agent?.owner
  const ownerText =
    (owner?.kind === 'organization' && t('belongsTo', { organization: owner.name })) ||
    (owner?.kind === 'member' && t('sharedBy', { name: owner.name }))
  const title = id === undefined ? 'new' : mayEdit ? 'edit' : 'view'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!mayEdit}
      title={t(`title.${title}`)}
      description={ownerText}
      closeLabel={common('close')}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>{common(mayEdit ? 'cancel' : 'close')}</Button>
          {mayEdit && (
            <Button type="submit" form={formId} variant="primary" isLoading={isSending}>
              {t('save')}
            </Button>
          )}
        </>
      }
    >
      {(id === undefined || agent) && (
        <form {...form} id={formId} className={styles['form']}>
          <AgentFields agent={agent} voices={voices} mayEdit={mayEdit} errorOf={errorOf} />
        </form>
      )}
      {agent && <Knowledge api={api} agentId={agent.id} mayEdit={mayEdit && owner?.kind !== 'member'} />}
      {agent && (
        <div className={styles['actions']}>
          <Button icon={Download} onClick={() => void save(agent)}>
            {t('export')}
          </Button>
          {owner?.kind === 'me' && <Share api={api} kind="agent" id={agent.id} title={agent.name} />}
          {mayEdit && owner?.kind !== 'member' && (
            <Button variant="danger" icon={Trash2} onClick={() => void remove(agent)}>
              {common('delete')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
