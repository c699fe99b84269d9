export type { Settings } from './schema.ts'
export { changeSettings, resetSettings, useSettings } from './store.ts'
