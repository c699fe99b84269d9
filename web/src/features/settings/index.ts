export { AccountSection } from './account-section.tsx'
export { DataSection } from './data-section.tsx'
export { MemorySection } from './memory-section.tsx'
export { Settings } from './settings.tsx'
