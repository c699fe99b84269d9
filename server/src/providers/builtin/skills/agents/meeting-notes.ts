import type { ResultOf } from '@vee/contract/entities/agent-result'
import type { Locale } from '@vee/contract/entities/locale'
import { detectLanguage } from '../../language.ts'
import { textOf, type TriggerKey } from '../../locale-text.ts'
import { mainSentences, shortened } from '../../main-sentences.ts'
import { foldPhrase, matcherOf } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import { bulleted, sentencesOf, subjectOf } from '../../subject.ts'
import type { BuiltinTurn } from '../../turn.ts'

const SENTENCES_READ = 1000
const TASKS_SHOWN = 30
/** Limits of a result, in UTF-16 code units. */
const TITLE_LENGTH = 300
const SUMMARY_LENGTH = 4_000
/**
 * Texts of at least this length (in UTF-16 code units and in sentences) are treated as notes without being
 * named as such.
 */
const MIN_NOTES_LENGTH = 60
const MIN_NOTES_SENTENCES = 3
/** Length of the sample that is used to detect the kind and language of notes, in UTF-16 code units. */
const SAMPLE_LENGTH = 2_000

/** Requests about a text other than a summary of a meeting. */
const OTHER_WISHES: readonly TriggerKey[] = [
  'count',
  'sort',
  'bullets',
  'repeated',
  'upper',
  'lower',
  'extract',
]

/** Returns the main sentences of a meeting's notes and the sentences that look like tasks, all verbatim. */
export const meetingNotes: Skill = {
  id: 'meeting-notes',
  answer(turn) {
    const notes = notesOf(turn)
    if (notes === undefined) return undefined
    const sentences = statementsOf(notes, turn, SENTENCES_READ)
    if (sentences.length === 0) return turn.say('noText')
    const tasks = tasksAmong(sentences, notes, turn).slice(0, TASKS_SHOWN)
    const main = mainSentences(sentences, turn).map(shortened)
    const text = turn.say('meetingNotes', {
      summary: bulleted(main),
      tasks:
        tasks.length === 0 ? turn.say('noTasks') : bulleted(tasks.map((task) => `[ ] ${shortened(task)}`)),
    })
    return main.length === 0 ? text : { text, result: resultOf(main, tasks, languageOf(notes, turn)) }
  },
}

/** Maximum number of words in a name before a verb: "Ann will …", "Ann Lee will …". */
const NAME_WORDS = 2

/** A date is one only when it is written as one. */
function resultOf(
  main: readonly string[],
  tasks: readonly string[],
  language: Locale,
): ResultOf<'meeting_summary'> {
  return {
    kind: 'meeting_summary',
    title: (main[0] ?? '').slice(0, TITLE_LENGTH),
    summary: main.join('\n').slice(0, SUMMARY_LENGTH),
    decisions: [],
    actionItems: tasks.map((task) => ({
      text: shortened(task).slice(0, TITLE_LENGTH),
      assignee: assigneeIn(task, language),
      dueDate: /\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)\b/.exec(task)?.[0] ?? null,
    })),
    openQuestions: [],
    quotes: [],
  }
}

/**
 * Returns the assignee: the name directly before the verb, or the speaker of a transcript line that uses "I".
 * Returns null in all other cases; assignees are never guessed.
 */
function assigneeIn(task: string, language: Locale): string | null {
  const [, speaker, words = task] = /^([\p{Lu}\p{Lo}][^:：]{0,40})[:：]\s*(\S.*)$/su.exec(task) ?? []
  const honoured = /^(\p{L}{1,12}?)(?:さん|様|님|씨)/u.exec(words)?.[1]
  if (honoured !== undefined) return honoured
  const duty = foldPhrase(words).search(matcherOf(textOf(language).triggers.duty))
  const before = words
    .slice(0, Math.max(0, duty === -1 ? actIn(words, language) : duty))
    .trim()
    .split(/\s+/)
  if (speaker !== undefined && before.length === 1 && FIRST_PERSON.test(before[0] ?? ''))
    return speaker.trim()
  return areName(before, language) ? before.join(' ') : null
}

function areName(words: readonly string[], language: Locale): boolean {
  const stopwords = new Set(textOf(language).stopwords.map(foldPhrase))
  const isName = (word: string) =>
    /^\p{Lu}[\p{L}'’-]*$/u.test(word) && !stopwords.has(foldPhrase(word)) && !NO_NAMES.has(foldPhrase(word))
  return words.length > 0 && words.length <= NAME_WORDS && words.every(isName)
}

/**
 * Returns the index of the verb after a name at the start of the sentence ("Bob checks the budget"); -1 if
 * there is none.
 */
function actIn(sentence: string, language: Locale): number {
  const act = TASK_VERBS[language]
  const [, name = ''] = (act && new RegExp(`^(\\S+(?: \\S+)?) (?:${act})(?=\\s)`, 'u').exec(sentence)) ?? []
  return name !== '' && areName(name.split(' '), language) ? name.length : -1
}

/**
 * Verbs that indicate tasks in notes of meetings, as conjugated for the assignee. Verbs such as "ask" and
 * "say" describe conversation and are excluded.
 */
const TASK_VERBS: Readonly<Partial<Record<Locale, string>>> = {
  en: 'checks|sends|writes|calls|prepares|books|buys|reviews|fixes|orders|plans|organises|organizes|pays|brings|updates|tests|finishes|drafts|schedules|arranges|contacts',
  'de-DE':
    'prüft|schickt|schreibt|ruft|bereitet|bucht|kauft|bestellt|plant|organisiert|bezahlt|bringt|testet|kontaktiert|übernimmt|klärt',
  'es-ES':
    'revisa|comprueba|envía|escribe|llama|prepara|reserva|compra|pide|planifica|organiza|paga|trae|contacta',
  'fr-FR':
    'vérifie|envoie|écrit|appelle|prépare|réserve|achète|commande|planifie|organise|paie|apporte|teste|contacte',
  'it-IT':
    'controlla|verifica|invia|manda|scrive|chiama|prepara|prenota|compra|ordina|organizza|paga|porta|contatta',
  'pt-BR':
    'verifica|envia|manda|escreve|liga|prepara|reserva|compra|pede|planeja|organiza|paga|traz|testa|contata',
}

/**
 * Capitalized words before a verb that are not names: pronouns and expressions of time, folded, in six
 * languages.
 */
const NO_NAMES: ReadonlySet<string> = new Set(
  `we he she they it this that these those someone somebody nobody everyone everybody nothing all both then next today
  tomorrow later also wir er sie es man ihr du jemand niemand alle das dies wer dann danach heute morgen zuerst nosotros el
  ella ellos ellas usted ustedes alguien nadie todos hoy manana luego nous vous il elle ils elles on personne tous tout
  demain ensuite cela noi lui lei loro qualcuno nessuno tutti oggi domani poi nos ele ela eles elas voce voces alguem ninguem
  hoje amanha depois`.split(/\s+/),
)

/** Matches "I" as a separate word. */
const FIRST_PERSON = /^(?:i|ich|je|io|eu|yo)$/i

function notesOf(turn: BuiltinTurn): string | undefined {
  const isWish = turn.hears('summarise') || turn.hears('tasks')
  const subject = isWish ? subjectOf(turn, ['summarise', 'tasks', 'leadIn'], 'all') : undefined
  return subject ?? (looksLikeNotes(turn) ? turn.text : undefined)
}

function looksLikeNotes(turn: BuiltinTurn): boolean {
  if (turn.given !== undefined && OTHER_WISHES.some((wish) => turn.hears(wish))) return false
  const beginning = turn.text.slice(0, SAMPLE_LENGTH)
  return (
    beginning.length >= MIN_NOTES_LENGTH &&
    statementsOf(beginning, turn, MIN_NOTES_SENTENCES).length === MIN_NOTES_SENTENCES
  )
}

/** Returns the first sentences and lines, without the marks of lists and the times of transcripts. */
function statementsOf(notes: string, { tag }: BuiltinTurn, limit: number): readonly string[] {
  const points: string[] = []
  for (const line of notes.split('\n')) {
    if (points.length >= limit) break
    const words = line.replace(/^\s*(?:[-*•]|\d+[.)]|\[[ x]?\]|\[\d+(?::\d{2}){1,2}\])+\s*/, '')
    if (words !== '') points.push(...sentencesOf(words, tag, limit - points.length))
  }
  return points
}

const languageOf = (notes: string, { heardIn }: BuiltinTurn) =>
  detectLanguage(notes.slice(0, SAMPLE_LENGTH), heardIn) ?? heardIn

function tasksAmong(sentences: readonly string[], notes: string, turn: BuiltinTurn): readonly string[] {
  const language = languageOf(notes, turn)
  const duty = matcherOf(textOf(language).triggers.duty)
  return sentences.filter(
    (sentence) =>
      !/[?？]\s*$/.test(sentence) &&
      (foldPhrase(sentence).search(duty) !== -1 || actIn(sentence, language) !== -1),
  )
}
