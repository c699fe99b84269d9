export { DataSection } from './data-section.tsx'
export { MemorySection } from './memory-section.tsx'
export { SettingsView } from './settings.tsx'
export { exportSettings } from './settings-file.ts'
