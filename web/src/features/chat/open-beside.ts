import type { SourcePlace } from '@vee/contract/entities/source'
import { createContext } from 'react'

/**
 * Opens a diagram, code or table next to the conversation, by its Markdown; undefined where that place belongs to the
 * agent's own screen.
 */
export const OpenBesideContext = createContext<((markdown: string) => void) | undefined>(undefined)

/** Returns code as a fenced block; its fence is longer than every one within it. */
export function asFencedBlock(language: string, code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}\n`
}

/** A conversation or a meeting that is stored, and a place in it. */
export interface StoredPlace {
  readonly kind: 'conversation' | 'meeting'
  readonly id: string
  readonly place: SourcePlace | null
}

/** Opens what a source stands in; undefined where nothing is stored. */
export const OpenStoredContext = createContext<((stored: StoredPlace) => void) | undefined>(undefined)
