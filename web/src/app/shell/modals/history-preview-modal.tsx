import { questionNow } from '#features/chat/index.ts'
import { HistoryPreview } from '#features/history-preview/index.ts'
import { chatPreferences } from '../../chat/chat-preferences.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import type { ModalProps } from './modal-props.ts'

/** Shows the messages that the model would receive if the text in the field were sent now. */
export function HistoryPreviewModal({ dialogOptions }: ModalProps) {
  const { api, talkWith } = useRuntime()
  const state = talkWith(useActiveAgent()).chat.state.getState()
  const text = state.draft.trim()
  const draft = { role: 'user', id: 'draft', text, at: '', isSpoken: false } as const
  const messages = text === '' ? state.messages : [...state.messages, draft]
  const question =
    messages.length === 0
      ? undefined
      : questionNow({ ...state, messages }, chatPreferences(state.answeringAgentId, state.conversationId))
  return <HistoryPreview api={api} question={question} {...dialogOptions} />
}
