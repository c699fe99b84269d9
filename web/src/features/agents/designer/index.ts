export { DesignerView } from './designer-view.tsx'
