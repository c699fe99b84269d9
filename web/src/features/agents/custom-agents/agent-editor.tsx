import type { CustomAgentId } from '@vee/contract/entities/agent-ids'
import type { CustomAgent } from '@vee/contract/entities/custom-agent'
import { useId, type ComponentType } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import type { ShareProps } from '#lib/share-props.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { AgentActions } from './agent-actions.tsx'
import { AgentFields } from './agent-fields.tsx'
import type { ShowAgentNotice } from './make-agent.tsx'
import { useAgentForm } from './use-agent-form.ts'
import { useEditedAgent } from './use-edited-agent.ts'
import styles from './custom-agents.module.css'

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
  const formId = useId()
  function leave(): void {
    onChanged()
    onClose()
  }
  const { agent, voices } = useEditedAgent({
    api,
    id,
    onUnavailable: () => {
      tell({ type: 'error', title: t('problem.load') })
      onClose()
    },
    onGone: onClose,
  })
  const mayEdit = id === undefined || agent?.right === 'edit'
  const { form, isSending, errorOf } = useAgentForm({
    api,
    id,
    agent,
    voices,
    onSaved: (name) => {
      tell({ type: 'success', title: t('saved', { agent: name }) })
      leave()
    },
  })
  const owner = agent?.owner
  const title = id === undefined ? 'new' : mayEdit ? 'edit' : 'view'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!mayEdit}
      title={t(`title.${title}`)}
      description={ownerText(t, owner)}
      closeLabel={common('close')}
      size="large"
      footer={<EditorButtons formId={formId} mayEdit={mayEdit} isSending={isSending} onClose={onClose} />}
    >
      {(id === undefined || agent) && (
        <form {...form} id={formId} className={styles['form']}>
          <AgentFields agent={agent} voices={voices} mayEdit={mayEdit} errorOf={errorOf} />
        </form>
      )}
      {agent && <Knowledge api={api} agentId={agent.id} mayEdit={mayEdit && owner?.kind !== 'member'} />}
      {agent && (
        <AgentActions
          api={api}
          agent={agent}
          tell={tell}
          Share={Share}
          onDeleted={leave}
          onRestored={onChanged}
        />
      )}
    </Dialog>
  )
}

interface EditorButtonsProps {
  readonly formId: string
  readonly mayEdit: boolean
  readonly isSending: boolean
  readonly onClose: () => void
}

function EditorButtons({ formId, mayEdit, isSending, onClose }: EditorButtonsProps) {
  const t = useTexts('customAgents')
  const common = useTexts('common')
  return (
    <>
      <Button onClick={onClose}>{common(mayEdit ? 'cancel' : 'close')}</Button>
      {mayEdit && (
        <Button type="submit" form={formId} variant="primary" isLoading={isSending}>
          {t('save')}
        </Button>
      )}
    </>
  )
}

/** Returns who the agent belongs to; false for the user's own. */
const ownerText = (t: ReturnType<typeof useTexts<'customAgents'>>, owner: CustomAgent['owner'] | undefined) =>
  (owner?.kind === 'organization' && t('belongsTo', { organization: owner.name })) ||
  (owner?.kind === 'member' && t('sharedBy', { name: owner.name }))
