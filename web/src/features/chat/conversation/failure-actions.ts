import { createContext } from 'react'

/** The actions that the app offers where a reply was refused. */
export interface FailureActions {
  /** Empties the conversation and resets the session's costs. */
  readonly clearSession: () => void
}

export const FailureActionsContext = createContext<FailureActions>({ clearSession: () => {} })
