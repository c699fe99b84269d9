export { HostArea } from './host-area.tsx'
export { HostLink } from './host-link.tsx'
