export { SiteMenuPanel, type SiteMenuEntry } from './site-menu-panel.tsx'
