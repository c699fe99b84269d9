import { useState } from 'react'
import { readText, removePlace, writeText } from './storage.ts'
import { placeOf } from './tab-storage.ts'

/** What is typed into a field that has sent it nowhere yet: it outlives its screen and a reload, as the message field's words do. */
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
