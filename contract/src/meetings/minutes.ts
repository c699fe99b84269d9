import type { Meeting, Minutes } from '../entities/meeting.ts'

/** The overview as one text, a statement a line. */
export const overviewText = ({ overview }: Pick<Minutes, 'overview'>): string =>
  overview.map(({ text }) => text).join('\n')

/** A summary that a person wrote or changed is theirs: it is not what was written last for the minutes. */
export const hasOwnSummary = ({ summary, minutes }: Pick<Meeting, 'summary' | 'minutes'>): boolean =>
  summary.trim() !== '' && (minutes === null || summary !== overviewText(minutes))
