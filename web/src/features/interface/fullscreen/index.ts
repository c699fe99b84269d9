export { FullscreenButton, toggleFullscreen, type FullscreenFailure } from './fullscreen-button.tsx'
