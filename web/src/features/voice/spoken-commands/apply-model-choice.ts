import type { SpokenModelChoice } from '@vee/contract/spoken/model-choice'
import type { listOfferedModels, OfferedModel } from '@vee/contract/http/models'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { chooseForConversation, useSettings } from '#lib/settings/index.ts'
import { findSpokenModel, searchForModel } from './find-spoken-model.ts'
import { modelForRole } from './model-for-role.ts'

/** How long the list of models is used again, in ms: one command reads it twice. */
const FRESH_MS = 10_000

let cached:
  | { readonly api: unknown; readonly fetchedAt: number; readonly models: readonly OfferedModel[] }
  | undefined

/** Rejects if the list could not be loaded. */
async function offeredModels(api: Pick<Api, 'json'>): Promise<readonly OfferedModel[]> {
  const now = performance.now()
  if (cached?.api === api && now - cached.fetchedAt < FRESH_MS) return cached.models
  const { items } = await api.json<typeof listOfferedModels>('GET', '/models')
  cached = { api, fetchedAt: now, models: items }
  return items
}

/** Returns whether words that may mean anything are the name of a model; false if the list could not be loaded. */
export async function isNameOfModel(api: Pick<Api, 'json'>, name: string): Promise<boolean> {
  try {
    return findSpokenModel(name, await offeredModels(api), favorites()).kind !== 'none'
  } catch {
    return false
  }
}

const favorites = () => useSettings.getState().favoriteModels

/** The parts of the app that a spoken choice of a model uses. */
export interface ModelChoiceDependencies {
  readonly api: Pick<Api, 'json'>
  readonly agentId: string
  readonly conversationId: string
  /** shows a sentence, and speaks it if replies are spoken */
  readonly announce: (text: string) => void
  /** with words that are searched for at once */
  readonly openPicker: (search: string) => void
}

/** Chooses the model for the conversation, or opens the picker and says why. */
export async function applyModelChoice(
  choice: SpokenModelChoice,
  dependencies: ModelChoiceDependencies,
): Promise<void> {
  const { api, agentId, conversationId, announce, openPicker } = dependencies
  await loadLazyTexts()
  const t = textsNow('speech')
  if (choice.model === 'automatic') {
    chooseForConversation(conversationId, '')
    return announce(t('command.modelAutomatic'))
  }
  let models: readonly OfferedModel[]
  try {
    models = await offeredModels(api)
  } catch {
    return announce(t('command.modelsFailed'))
  }
  if (choice.model !== 'named') {
    const { modelByAgent, spokenModel } = useSettings.getState()
    const choices = { typed: modelByAgent[agentId] ?? '', spoken: spokenModel, favorites: favorites() }
    const model = modelForRole(choice.model, models, choices)
    if (model) return choose(model)
    announce(t('command.modelOpen'))
    return openPicker('')
  }
  const { name } = choice
  const result = findSpokenModel(name, models, favorites())
  switch (result.kind) {
    case 'found':
      return choose(result.model)
    case 'locked':
      announce(t('command.modelLocked', { model: result.model.name }))
      return openPicker(result.model.name)
    case 'ambiguous':
      announce(t('command.modelAmbiguous', { name }))
      return openPicker(searchForModel(name))
    case 'unknown':
    case 'none':
      announce(t('command.modelUnknown', { name }))
      return openPicker('')
  }

  function choose({ id, name: model }: OfferedModel): void {
    chooseForConversation(conversationId, id)
    announce(t('command.modelChosen', { model }))
  }
}
