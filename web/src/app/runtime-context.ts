import { createContext, use } from 'react'
import type { Runtime } from './runtime.ts'

export const RuntimeContext = createContext<Runtime | undefined>(undefined)

export function useRuntime(): Runtime {
  const runtime = use(RuntimeContext)
  if (!runtime) throw new Error('this screen stands outside of the app')
  return runtime
}
