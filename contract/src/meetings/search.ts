import type { Meeting } from '../entities/meeting.ts'

/** Normalizes a text for searching: ignores character width and case. */
export const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Returns the text of a meeting that searches match against. */
export function searchText(
  meeting: Pick<
    Meeting,
    'title' | 'participants' | 'tags' | 'quickNotes' | 'transcript' | 'summary' | 'actionItems'
  >,
): string {
  const words = [
    meeting.title,
    ...meeting.participants,
    ...meeting.tags,
    meeting.quickNotes,
    meeting.transcript,
    meeting.summary,
    ...meeting.actionItems.flatMap(({ text, assignee }) => [text, assignee ?? '']),
  ]
  return folded(words.join('\n'))
}
