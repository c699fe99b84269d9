import { createContext, type ReactNode } from 'react'

/**
 * Renders the controls below a finished block of code; `language` is the language of its fence, in lower
 * case.
 */
export type RenderCodeTools = (language: string, code: string) => ReactNode

/** The renderer that the app provides for the agent; without it nothing is rendered. */
export const CodeToolsContext = createContext<RenderCodeTools | undefined>(undefined)
