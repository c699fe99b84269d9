import { PromptLibrary } from '#features/prompts/index.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import type { ModalProps } from './modal-props.ts'

/** Props of all overlays. */
export function PromptsModal({ dialogOptions }: ModalProps) {
  const { api, shell, talkWith } = useRuntime()
  const { chat, composer } = talkWith(useActiveAgent())
  return (
    <PromptLibrary
      api={api}
      tell={shell.notices.notify}
      onInsert={(text, sampling) => {
        const { draft } = chat.state.getState()
        composer.type(draft.trim() === '' ? text : `${draft.trimEnd()}\n${text}`)
        chat.setDraftSampling(sampling)
        composer.focus()
      }}
      {...dialogOptions}
    />
  )
}
