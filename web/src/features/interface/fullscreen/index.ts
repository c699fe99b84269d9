export { toggleFullscreen, type FullscreenFailure } from './fullscreen.ts'
export { FullscreenButton } from './fullscreen-button.tsx'
