import { createContext } from 'react'
import type { Api } from '#lib/http/index.ts'

/** The API for the files of messages; undefined where messages are shown without a server. */
export const ChatApiContext = createContext<Api | undefined>(undefined)
