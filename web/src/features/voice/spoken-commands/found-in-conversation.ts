import type { Source } from '@vee/contract/entities/source'
import type { FoundPassages } from '#lib/files/found-passages.ts'

/** A message as far as commands about what was found use it. */
export interface CommandedMessage {
  readonly id: string
  readonly role: string
  readonly text: string
  readonly sources?: readonly Source[]
  readonly tools?: readonly {
    readonly name: string
    readonly server?: string | undefined
    readonly arguments: string
  }[]
}

const lastReplyIn = (messages: readonly CommandedMessage[]) =>
  messages.findLast(({ role, text }) => role === 'assistant' && text !== '')

/** Returns the last search of what is stored, with how it was narrowed; undefined if there was none. */
export function questionIn(
  messages: readonly CommandedMessage[],
  passages: FoundPassages | undefined,
): Pick<FoundPassages, 'question' | 'from' | 'speaker'> | undefined {
  const reply = lastReplyIn(messages)
  if (passages && passages.replyId === reply?.id) return passages
  const query = reply?.tools?.findLast(
    ({ name, server }) => name === 'search_knowledge' && server === undefined,
  )
  const searched = query && searchedIn(query.arguments)
  if (searched) return searched
  if (!reply?.sources?.some(({ kind }) => kind !== 'web')) return passages
  // A stored reply has lost its tools, and not its sources.
  const question = messages.slice(0, messages.indexOf(reply)).findLast(({ role }) => role === 'user')
  return question && { question: question.text }
}

function searchedIn(json: string): Pick<FoundPassages, 'question' | 'from' | 'speaker'> | undefined {
  try {
    const { query, from, speaker } = JSON.parse(json) as Readonly<Record<string, unknown>>
    if (typeof query !== 'string' || query.trim() === '') return undefined
    return {
      question: query,
      ...(typeof from === 'string' && { from }),
      ...(typeof speaker === 'string' && { speaker }),
    }
  } catch {
    return undefined
  }
}

/** Returns the meeting and the second that were found last; undefined if nothing can be played. */
export function playableIn(
  messages: readonly CommandedMessage[],
  passages: FoundPassages | undefined,
): { readonly id: string; readonly seconds: number } | undefined {
  const reply = lastReplyIn(messages)
  if (passages && passages.replyId === reply?.id) {
    const hit = passages.hits.find(({ kind, place }) => kind === 'meeting' && place?.fromMs !== undefined)
    if (hit?.place?.fromMs !== undefined) return { id: hit.id, seconds: hit.place.fromMs / 1_000 }
  }
  const meetings = (reply?.sources ?? []).filter(
    ({ kind, ref, place }) => kind === 'meeting' && ref !== null && place?.fromMs !== undefined,
  )
  const source = meetings.find(({ quotes }) => quotes.some(({ isProven }) => isProven)) ?? meetings[0]
  if (source?.ref === undefined || source.ref === null || source.place?.fromMs === undefined) return undefined
  return { id: source.ref, seconds: source.place.fromMs / 1_000 }
}
