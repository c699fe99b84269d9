import { createContext } from 'react'
import type { Api } from '#lib/http/index.ts'

/** The API for the files of messages; undefined where messages are shown without a server. */
export const ChatApiContext = createContext<Api | undefined>(undefined)

/** Reads the text of a file aloud, by the id of the file; undefined where there is no voice. */
export const ReadAloudContext = createContext<((id: string, text: string) => void) | undefined>(undefined)
