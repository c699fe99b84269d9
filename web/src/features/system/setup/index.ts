export { SetUpLink } from './set-up-link.tsx'
