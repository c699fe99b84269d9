import { useState } from 'react'
import { readText, removeStorageKey, writeText } from './storage.ts'
import { storageKeyOf } from './tab-storage.ts'

/**
 * Stores unsent text of a field, so that it survives closing its screen and reloading, like the message
 * field.
 */
export function useDraft(
  id: 'audit-problem' | 'audit-solution' | 'tutor-notes',
): readonly [text: string, write: (text: string) => void] {
  const storageKey = storageKeyOf('draft', id)
  const [text, setText] = useState(() => readText(storageKey) ?? '')
  function write(next: string): void {
    setText(next)
    if (next === '') removeStorageKey(storageKey)
    else writeText(storageKey, next)
  }
  return [text, write]
}
