/** Who speaks in a reply. Without zod, which the first page does not load. */

/** Stretches of one reply that others than its agent speak. */
export const MAX_SPEAKER_RANGES = 24
/** Agents that one question is addressed to at most: "both of you" makes a round of two. */
export const AGENTS_PER_ROUND = 3

/** A stretch of a reply's text that another agent speaks, in UTF-16 code units. */
export interface SpeakerRange {
  readonly agentId: string
  readonly start: number
  readonly end: number
}

/** The words of one speaker. */
interface SpokenPart {
  readonly agentId: string | undefined
  readonly start: number
  readonly text: string
}

interface SpeakersText {
  readonly content: string
  readonly agentId?: string | undefined
  readonly speakers?: readonly SpeakerRange[] | undefined
}

/** Splits a reply by its speakers, in order; white space between two speakers belongs to none. Ranges are untrusted. */
export function partsBySpeaker({ content, agentId, speakers = [] }: SpeakersText): readonly SpokenPart[] {
  const parts: SpokenPart[] = []
  const add = (speakerId: string | undefined, start: number, end: number) => {
    const text = content.slice(start, end)
    const trimmed = text.trim()
    if (trimmed !== '')
      parts.push({ agentId: speakerId, start: start + text.length - text.trimStart().length, text: trimmed })
  }
  let position = 0
  for (const range of speakers.toSorted((first, second) => first.start - second.start)) {
    const start = Math.max(position, Math.min(range.start, content.length))
    const end = Math.max(start, Math.min(range.end, content.length))
    add(agentId, position, start)
    add(range.agentId, start, end)
    position = end
  }
  add(agentId, position, content.length)
  return parts
}

/** Returns who speaks at an offset of a reply's text. */
export const speakerAt = ({ agentId, speakers = [] }: SpeakersText, offset: number): string | undefined =>
  speakers.find(({ start, end }) => start <= offset && offset < end)?.agentId ?? agentId

/** Returns who speaks last in a reply, and is spoken to next. */
export const lastSpeakerOf = (reply: SpeakersText): string | undefined =>
  partsBySpeaker(reply).at(-1)?.agentId ?? reply.agentId
