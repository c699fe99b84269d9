import type { ResultOf } from '@vee/contract/entities/agent-result'
import { detectLanguage } from '../language.ts'
import { textOf, type TriggerKey } from '../locale-text.ts'
import { mainSentences, shortened } from '../main-sentences.ts'
import { fold, matcherOf } from '../phrases.ts'
import type { Skill } from '../skill.ts'
import { bulleted, sentencesOf, subjectOf } from '../subject.ts'
import type { Turn } from '../turn.ts'

const SENTENCES_READ = 1000
const TASKS_SHOWN = 30
/** What a result may hold, in UTF-16 code units. */
const TITLE_LENGTH = 300
const SUMMARY_LENGTH = 4_000
/** What is at least as long, in UTF-16 code units and in sentences, is taken for notes without being called so. */
const NOTES_MIN_LENGTH = 60
const NOTES_MIN_SENTENCES = 3
/** How much of the notes tells what they are and in which language, in UTF-16 code units. */
const SAMPLE_LENGTH = 2_000

/** What can be wished for of a text that is no summary of a meeting. */
const OTHER_WISHES: readonly TriggerKey[] = [
  'count',
  'sort',
  'bullets',
  'repeated',
  'upper',
  'lower',
  'extract',
]

/** The notes of a meeting: their main sentences and what sounds like a task, both word for word and nothing else. */
export const meetingNotes: Skill = {
  id: 'meeting-notes',
  answer(turn) {
    const notes = notesOf(turn)
    if (notes === undefined) return undefined
    const sentences = statementsOf(notes, turn).slice(0, SENTENCES_READ)
    if (sentences.length === 0) return turn.say('noText')
    const tasks = tasksAmong(sentences, notes, turn).slice(0, TASKS_SHOWN)
    const main = mainSentences(sentences, turn).map(shortened)
    const text = turn.say('meetingNotes', {
      summary: bulleted(main),
      tasks:
        tasks.length === 0 ? turn.say('noTasks') : bulleted(tasks.map((task) => `[ ] ${shortened(task)}`)),
    })
    return main.length === 0 ? text : { text, result: resultOf(main, tasks) }
  },
}

/** Who is to do it, nobody has said in a form that can be relied on; a date is one only when it is written as one. */
function resultOf(main: readonly string[], tasks: readonly string[]): ResultOf<'meeting_summary'> {
  return {
    kind: 'meeting_summary',
    title: (main[0] ?? '').slice(0, TITLE_LENGTH),
    summary: main.join('\n').slice(0, SUMMARY_LENGTH),
    decisions: [],
    actionItems: tasks.map((task) => ({
      text: shortened(task).slice(0, TITLE_LENGTH),
      assignee: null,
      dueDate: /\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)\b/.exec(task)?.[0] ?? null,
    })),
    openQuestions: [],
    quotes: [],
  }
}

function notesOf(turn: Turn): string | undefined {
  const isWish = turn.hears('summarise') || turn.hears('tasks')
  const subject = isWish ? subjectOf(turn, ['summarise', 'tasks', 'leadIn'], 'all') : undefined
  return subject ?? (looksLikeNotes(turn) ? turn.text : undefined)
}

function looksLikeNotes(turn: Turn): boolean {
  if (turn.given !== undefined && OTHER_WISHES.some((wish) => turn.hears(wish))) return false
  const beginning = turn.text.slice(0, SAMPLE_LENGTH)
  return beginning.length >= NOTES_MIN_LENGTH && statementsOf(beginning, turn).length >= NOTES_MIN_SENTENCES
}

/** Sentences and lines, without the marks of lists. */
const statementsOf = (notes: string, { tag }: Turn) =>
  notes
    .split('\n')
    .flatMap((line) => sentencesOf(line.replace(/^\s*(?:[-*•]|\d+[.)]|\[[ x]?\])+\s*/, ''), tag))

function tasksAmong(sentences: readonly string[], notes: string, { heardIn }: Turn): readonly string[] {
  const language = detectLanguage(notes.slice(0, SAMPLE_LENGTH), heardIn) ?? heardIn
  const duty = matcherOf(textOf(language).triggers.duty)
  return sentences.filter((sentence) => !/[?？]\s*$/.test(sentence) && fold(sentence).search(duty) !== -1)
}
