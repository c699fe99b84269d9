import type { ModelEdit } from '@vee/contract/entities/model-edit'
import type { LlmProvider } from './llm.ts'

/** What the host states about models. */
export interface ModelEdits {
  /** `id`: `<provider>:<model>` */
  of(id: string): ModelEdit | undefined
}

/** Returns a provider that offers no retired model, and states what the host states about the others. */
export function withEdits(provider: LlmProvider, edits: ModelEdits): LlmProvider {
  const editOf = (model: string) => edits.of(`${provider.id}:${model}`)
  const isOffered = (model: string) => editOf(model)?.isRetired !== true
  return {
    ...provider,
    defaultModel() {
      const model = provider.defaultModel()
      return model !== undefined && isOffered(model) ? model : undefined
    },
    serves: (model) => provider.serves(model) && isOffered(model),
    ...(provider.models && {
      models: async () => ((await provider.models?.()) ?? []).filter(isOffered),
    }),
    describe: (model) => ({ ...provider.describe?.(model), ...statedIn(editOf(model)) }),
    pricesOf: (model) => editOf(model)?.prices ?? provider.pricesOf?.(model),
  }
}

/** Returns the capabilities of an edit without the ones that it does not state. */
function statedIn(edit: ModelEdit | undefined) {
  if (!edit) return {}
  const { prices: _prices, isRetired: _isRetired, ...capabilities } = edit
  return Object.fromEntries(Object.entries(capabilities).filter(([, value]) => value !== null))
}
