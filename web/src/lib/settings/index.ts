export {
  changeHistoryConfig,
  resetHistoryConfig,
  useHistoryConfig,
  type HistoryConfig,
} from './history-config.ts'
export { chooseForConversation, chosenModels, withoutConversation } from './chosen-model.ts'
export { reviewsTranscripts } from './reviews-transcripts.ts'
export { SETTINGS, type UserSettings } from './schema.ts'
export { fromStoredSettings, toStoredSettings } from './stored-settings.ts'
export { changeSettings, resetSettings, savedAgentIsUnknown, useSettings } from './store.ts'
