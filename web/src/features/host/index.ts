export { HostArea } from './host-area.tsx'
