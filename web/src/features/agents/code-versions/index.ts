export { CodeVersionsView } from './code-versions-view.tsx'
