import { createContext } from 'react'

/** Lets the user choose a model for one reply; calls `onChosen` with its id. */
export type ChooseModel = (onChosen: (modelId: string) => void) => void

/** Undefined where models cannot be chosen. */
export const ModelChoiceContext = createContext<ChooseModel | undefined>(undefined)
