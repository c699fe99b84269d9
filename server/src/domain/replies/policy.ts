import type { Caller } from '../accounts/index.ts'

/**
 * Whether the caller may choose this model. Visitors are the host's guests: they choose among the host's own models, and
 * not the dearest one that a configured provider serves. Everybody who is signed in may name any.
 */
export const mayChooseModel = (model: string, caller: Caller, hostModels: readonly string[]) =>
  caller.kind !== 'visitor' || hostModels.includes(model)
