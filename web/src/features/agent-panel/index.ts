export { ContentView } from './content-view.tsx'
export { contentOfReply } from './panel-content.ts'
export { PanelFrame } from './panel-frame.tsx'
export { createPanelStore } from './panel-store.ts'
