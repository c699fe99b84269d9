import { useState } from 'react'
import { readText, removePlace, writeText } from './storage.ts'
import { placeOf } from './tab-storage.ts'

/**
 * Stores unsent text of a field, so that it survives closing its screen and reloading, like the message
 * field.
 */
export function useDraft(
  id: 'audit-problem' | 'audit-solution' | 'tutor-notes',
): readonly [text: string, write: (text: string) => void] {
  const place = placeOf('draft', id)
  const [text, setText] = useState(() => readText(place) ?? '')
  function write(next: string): void {
    setText(next)
    if (next === '') removePlace(place)
    else writeText(place, next)
  }
  return [text, write]
}
