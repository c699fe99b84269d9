export { PersonaEditor } from './persona-editor.tsx'
