import type { ActionItem, Meeting, Minutes } from '../entities/meeting.ts'
import { foldForSearch } from '../text/search-fold.ts'

/** Returns the overview as text, one statement per line. */
export const overviewText = ({ overview }: Pick<Minutes, 'overview'>): string =>
  overview.map(({ text }) => text).join('\n')

/** Returns true if the summary was written or edited by the user, and not last generated. */
export const hasOwnSummary = ({ summary, minutes }: Pick<Meeting, 'summary' | 'minutes'>): boolean =>
  summary.trim() !== '' && (minutes === null || summary !== overviewText(minutes))

/** The newly generated minutes of a meeting. */
export interface WrittenSummary {
  /** '' if there is none */
  readonly title: string
  readonly minutes: Minutes
  readonly actionItems: readonly ActionItem[]
}

/**
 * Returns the change that applies new minutes: what the user wrote, edited or completed is preserved and not
 * duplicated.
 */
export function changeBySummary(
  meeting: Pick<Meeting, 'title' | 'summary' | 'minutes' | 'actionItems'>,
  { title, minutes, actionItems }: WrittenSummary,
) {
  const kept = meeting.actionItems.filter(({ origin, done }) => origin === 'own' || done)
  const keptTexts = new Set(kept.map(({ text }) => foldForSearch(text)))
  return {
    minutes,
    ...(hasOwnSummary(meeting) ? {} : { summary: overviewText(minutes) }),
    ...(meeting.title === '' && title !== '' && { title }),
    actionItems: [...kept, ...actionItems.filter(({ text }) => !keptTexts.has(foldForSearch(text)))],
  }
}
