import { createContext, type ReactNode } from 'react'

/** What stands below a finished block of code; `language` as its fence names it, in lower case. */
export type RenderCodeTools = (language: string, code: string) => ReactNode

/** As the app has it for the agent; nothing without it. */
export const CodeToolsContext = createContext<RenderCodeTools | undefined>(undefined)
