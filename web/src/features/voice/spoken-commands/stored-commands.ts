import type { KnowledgeHit, searchKnowledge } from '@vee/contract/http/knowledge'
import type { deleteMemoryNote, listMemoryNotes } from '@vee/contract/http/memory'
import type { SpokenNarrowing } from '@vee/contract/spoken/narrowing'
import { correctedNote, noteAnswerOf } from '@vee/contract/spoken/note-answers'
import { currentLanguage, loadLazyTexts, textsNow } from '#i18n/index.ts'
import { type FoundPassages, useFoundPassages } from '#lib/files/found-passages.ts'
import { type MentionedNote, useMentionedNotes } from '#lib/files/mentioned-notes.ts'
import type { Api } from '#lib/http/index.ts'
import type { VoiceSession } from '#voice/index.ts'
import { playableIn, questionIn, type CommandedMessage } from './found-in-conversation.ts'

/** Hits that are read aloud. */
const HITS_READ = 3
/** Notes that are read aloud: nobody listens to more. */
const NOTES_READ = 12

export type StoredCommand = SpokenNarrowing | { readonly kind: 'play-found' | 'about-me' | 'forget-that' }

interface StoredCommandDependencies {
  readonly api: Pick<Api, 'json' | 'send'>
  readonly session: Pick<VoiceSession, 'snapshot'>
  readonly chat: () => {
    readonly state: { getState(): { readonly messages: readonly CommandedMessage[] } }
  }
  /** opens a meeting and plays it from that second */
  readonly playMeeting: (id: string, seconds: number) => void
  /** shows a sentence, and speaks it if replies are spoken */
  readonly announce: (text: string) => void
}

/** Executes a command about what the person has stored: found passages and notes. Never rejects. */
export async function executeStoredCommand(
  command: StoredCommand,
  dependencies: StoredCommandDependencies,
): Promise<void> {
  await loadLazyTexts()
  try {
    switch (command.kind) {
      case 'narrow-search':
        return await narrow(command, dependencies)
      case 'play-found':
        return play(dependencies)
      case 'about-me':
        return await readNotes(dependencies)
      case 'forget-that':
        return await forgetMentioned(dependencies)
    }
  } catch {
    dependencies.announce(textsNow('speech')('command.storedFailed'))
  }
}

const messagesOf = ({ chat }: StoredCommandDependencies): readonly CommandedMessage[] =>
  chat().state.getState().messages

async function narrow(
  { from, speaker }: SpokenNarrowing,
  dependencies: StoredCommandDependencies,
): Promise<void> {
  const t = textsNow('speech')
  const before = questionIn(messagesOf(dependencies), useFoundPassages.getState().found)
  if (!before) return dependencies.announce(t('command.nothingToNarrow'))
  const filter = { from: from ?? before.from, speaker: speaker ?? before.speaker }
  const { items: hits } = await dependencies.api.json<typeof searchKnowledge>('GET', '/search', {
    query: {
      q: before.question,
      limit: HITS_READ,
      ...(filter.from !== undefined && { from: filter.from }),
      ...(filter.speaker !== undefined && { speaker: filter.speaker }),
    },
  })
  const replyId = messagesOf(dependencies).findLast(({ role }) => role === 'assistant')?.id
  const passages: FoundPassages = { question: before.question, ...filter, hits, replyId }
  useFoundPassages.setState({ found: passages })
  dependencies.announce(hits.length === 0 ? t('command.nothingNarrowed') : hits.map(sentenceOf).join(' '))
}

/** Says where and when a passage was said, by whom, and what. */
function sentenceOf({ title, at, speaker, excerpt }: KnowledgeHit): string {
  const day = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long' }).format(new Date(at))
  const words = excerpt.replaceAll(/\s+/g, ' ').trim()
  const ended = /[.!?。！？…]$/.test(words) ? words : `${words}.`
  return `${[title, day].filter((part) => part !== '').join(', ')}. ${speaker === undefined ? '' : `${speaker}: `}${ended}`
}

function play(dependencies: StoredCommandDependencies): void {
  const playable = playableIn(messagesOf(dependencies), useFoundPassages.getState().found)
  if (playable) dependencies.playMeeting(playable.id, playable.seconds)
  else dependencies.announce(textsNow('speech')('command.nothingToPlay'))
}

async function readNotes(dependencies: StoredCommandDependencies): Promise<void> {
  const t = textsNow('speech')
  const { items } = await dependencies.api.json<typeof listMemoryNotes>('GET', '/memory-notes', {
    query: { state: 'accepted' },
  })
  if (items.length === 0) return dependencies.announce(t('command.noNotes'))
  let text = t('command.notes', { count: items.length })
  const mentioned: MentionedNote[] = []
  for (const { id, text: note } of items.slice(0, NOTES_READ)) {
    mentioned.push({ id, text: note, start: text.length + 1 })
    text += ` ${/[.!?。！？]$/.test(note) ? note : `${note}.`}`
  }
  if (items.length > NOTES_READ) text += ` ${t('command.moreNotes', { count: items.length - NOTES_READ })}`
  useMentionedNotes.setState({ mentioned })
  dependencies.announce(text)
}

/** Deletes the note that was being read when the voice was interrupted, otherwise the last one that was mentioned. */
async function forgetMentioned(dependencies: StoredCommandDependencies): Promise<void> {
  const t = textsNow('speech')
  const { mentioned } = useMentionedNotes.getState()
  const { interruptedReply } = dependencies.session.snapshot()
  const playedUntil =
    interruptedReply?.replyId === 'announcement' ? interruptedReply.playedUntil : Number.POSITIVE_INFINITY
  const note = mentioned.findLast(({ start }) => start <= playedUntil) ?? mentioned[0]
  if (!note) return dependencies.announce(t('command.nothingToForget'))
  await dependencies.api.send<typeof deleteMemoryNote>('DELETE', '/memory-notes/{id}', {
    params: { id: note.id },
  })
  useMentionedNotes.setState({ mentioned: mentioned.filter(({ id }) => id !== note.id) })
  dependencies.announce(t('command.forgotten', { note: note.text }))
}

/**
 * Takes words as the answer to "Shall I remember this?", if that was asked and they are one. Returns false for other words.
 * @param announce shows a sentence, and speaks it if replies are spoken
 */
export async function answerNoteQuestion(
  text: string,
  languages: readonly string[],
  wakeWords: readonly string[],
  announce: (text: string) => void,
): Promise<boolean> {
  await loadLazyTexts()
  const { asked } = useMentionedNotes.getState()
  if (!asked) return false
  const { note, decide } = asked
  for (const language of languages) {
    const answer = noteAnswerOf(text, language, wakeWords)
    if (!answer) continue
    useMentionedNotes.setState({ asked: undefined })
    const stored = answer.kind === 'correction' ? correctedNote(note.text, answer.words, language) : note.text
    decide(
      answer.kind === 'no'
        ? { state: 'rejected' }
        : { state: 'accepted', ...(stored !== note.text && { text: stored }) },
    )
    if (answer.kind !== 'no')
      useMentionedNotes.setState({ mentioned: [{ id: note.id, text: stored, start: 0 }] })
    if (answer.kind === 'correction') announce(textsNow('speech')('command.remembered', { note: stored }))
    return true
  }
  return false
}
