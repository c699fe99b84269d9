import type { Meeting, Minute } from '@vee/contract/entities/meeting'
import { ACTION_ITEMS_HEAD, actionItemLines } from '@vee/contract/meetings/action-items-csv'
import { clockTime } from '@vee/contract/meetings/transcript'
import type { Translate } from '#i18n/index.ts'

type Say = Translate<'meetings'>

/** A meeting for reading, with what proves each line. */
export function asMarkdown(meeting: Meeting, t: Say): string {
  const { minutes } = meeting
  const line = ({ text, evidence }: Minute) =>
    [
      `- ${text}${evidence.length === 0 ? ` (${t('unproven')})` : ''}`,
      ...evidence.map(({ quote, at }) => `  > ${at === null ? '' : `[${clockTime(at)}] `}${quote}`),
    ].join('\n')
  const tasks = meeting.actionItems.map(({ text, assignee, done, dueDate }) => {
    const facts = [assignee ?? '', dueDate?.slice(0, 10) ?? ''].filter(Boolean).join(', ')
    return `- [${done ? 'x' : ' '}] ${text}${facts === '' ? '' : ` (${facts})`}`
  })
  const parts: readonly (readonly [title: string, body: string])[] = [
    [t('participants'), meeting.participants.join(', ')],
    [t('summary'), minutes ? minutes.overview.map(line).join('\n') : meeting.summary.trim()],
    [t('decisions'), (minutes?.decisions ?? []).map(line).join('\n')],
    [t('tasks'), tasks.join('\n')],
    [t('questions'), (minutes?.openQuestions ?? []).map(line).join('\n')],
    [t('notes'), meeting.quickNotes.trim()],
    [t('transcript'), meeting.transcript.trim().replaceAll('\n', '\n\n')],
  ]
  const sections = parts.filter(([, body]) => body !== '').map(([title, body]) => `## ${title}\n\n${body}\n`)
  return [`# ${meeting.title || t('untitled')}\n`, `${meeting.meetingDate}\n`, ...sections].join('\n')
}

/** As the server writes it. */
export const tasksAsCsv = (meetings: readonly Meeting[]) =>
  ACTION_ITEMS_HEAD + meetings.map(actionItemLines).join('')
