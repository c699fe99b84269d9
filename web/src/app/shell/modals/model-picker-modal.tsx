import { useStore } from 'zustand'
import { ModelPicker } from '#features/model-picker/index.ts'
import { goTo } from '../../navigation.ts'
import { useAnsweringAgentId } from '../../chat/use-answering-agent.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import type { ModalProps } from './modal-props.ts'

/** The picker of models for the active agent, or for one of its replies. */
export function ModelPickerModal({ locale, dialogOptions, modelWish }: ModalProps) {
  const { api, talkWith } = useRuntime()
  const agentId = useAnsweringAgentId()
  const conversationId = useStore(talkWith(useActiveAgent()).chat.state, (state) => state.conversationId)
  const unlock = (lock: 'sign-in' | 'plan') => {
    dialogOptions.onClose()
    goTo(lock === 'plan' ? `/${locale}/settings#billing` : `/${locale}/login`)
  }
  return (
    <ModelPicker
      api={api}
      agentId={agentId}
      conversationId={conversationId}
      onUnlock={unlock}
      {...modelWish}
      {...dialogOptions}
    />
  )
}
