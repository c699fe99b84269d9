export type { Settings } from './schema.ts'
export { changeSettings, useSettings } from './store.ts'
