export { HistoryPreview } from './history-preview.tsx'
