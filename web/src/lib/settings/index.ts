export {
  changeHistoryConfig,
  resetHistoryConfig,
  useHistoryConfig,
  type HistoryConfig,
} from './history-config.ts'
export type { Settings } from './schema.ts'
export { changeSettings, resetSettings, savedAgentIsUnknown, useSettings } from './store.ts'
