export { createBuiltinResponder } from './builtin-responder.ts'
