import { ModelPicker } from '#features/model-picker/index.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import type { ModalProps } from './modal-props.ts'

/** The picker of models for the active agent, or for one of its replies. */
export function ModelPickerModal({ manner, onModel }: ModalProps) {
  const { api } = useRuntime()
  return <ModelPicker api={api} agentId={useActiveAgent()} onModel={onModel} {...manner} />
}
