export { GlobalAccess } from './global-access.tsx'
