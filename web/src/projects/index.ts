export { dragItems, type Dropped } from './dragged.ts'
export { addToProject, fileNamesIn, putMeeting, takeMeetingOut } from './project-items.ts'
export { ProjectMenu, useProjects } from './project-menu.tsx'
export { ProjectShelf } from './project-shelf.tsx'
