import { createContext } from 'react'

/**
 * Opens a diagram, code or table next to the conversation, by its Markdown; undefined where that place belongs to the
 * agent's own screen.
 */
export const OpenBesideContext = createContext<((markdown: string) => void) | undefined>(undefined)
