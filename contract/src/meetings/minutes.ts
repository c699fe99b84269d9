import type { ActionItem, Meeting, Minutes } from '../entities/meeting.ts'
import { folded } from './search.ts'

/** The overview as one text, a statement a line. */
export const overviewText = ({ overview }: Pick<Minutes, 'overview'>): string =>
  overview.map(({ text }) => text).join('\n')

/** A summary that a person wrote or changed is theirs: it is not what was written last for the minutes. */
export const hasOwnSummary = ({ summary, minutes }: Pick<Meeting, 'summary' | 'minutes'>): boolean =>
  summary.trim() !== '' && (minutes === null || summary !== overviewText(minutes))

/** What was written of a meeting just now. */
export interface WrittenSummary {
  /** '' for none */
  readonly title: string
  readonly minutes: Minutes
  readonly actionItems: readonly ActionItem[]
}

/** What that changes of a meeting: what a person wrote, changed or did stays, and is not found a second time. */
export function changeBySummary(
  meeting: Pick<Meeting, 'title' | 'summary' | 'minutes' | 'actionItems'>,
  { title, minutes, actionItems }: WrittenSummary,
) {
  const kept = meeting.actionItems.filter(({ origin, done }) => origin === 'own' || done)
  const known = new Set(kept.map(({ text }) => folded(text)))
  return {
    minutes,
    ...(hasOwnSummary(meeting) ? {} : { summary: overviewText(minutes) }),
    ...(meeting.title === '' && title !== '' && { title }),
    actionItems: [...kept, ...actionItems.filter(({ text }) => !known.has(folded(text)))],
  }
}
