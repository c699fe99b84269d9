import type { Meeting } from '../entities/meeting.ts'
import { foldForSearch } from '../text/search-fold.ts'

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
  return foldForSearch(words.join('\n'))
}
