export { createPersonas, type Personas } from './personas.ts'
