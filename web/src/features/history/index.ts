export { HistoryPane } from './history-pane.tsx'
