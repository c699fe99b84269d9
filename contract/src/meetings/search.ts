import type { Meeting } from '../entities/meeting.ts'

/** A text as it is looked for: width and case of letters do not matter. */
export const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** All that a search finds a meeting by. */
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
