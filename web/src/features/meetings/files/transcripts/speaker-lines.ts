import { isNameLike } from './speaker-names.ts'

/** The beginning of a part of a transcript: its time, and what stands beside it. */
export interface Mark {
  readonly time: number
  readonly speaker: string | null
  readonly text: string
}

export interface OpenPart extends Mark {
  readonly lines: readonly string[]
}

export interface Parts {
  readonly before: readonly string[]
  readonly parts: readonly OpenPart[]
}

/** Returns true if all are names of speakers: some come back, have a number, or consist of two words. */
function areNames(names: readonly string[]): boolean {
  // What ends a sentence, or names a speaker itself, is no name.
  if (names.length < 2 || !names.every((name) => isNameLike(name) && !/[:：!?。]|\.$/u.test(name)))
    return false
  const areSure = names.every((name) => /\d$/.test(name)) || new Set(names).size < names.length
  return areSure || names.some((name) => /^\p{Lu}\S* \p{Lu}/u.test(name))
}

const spokenLines = (lines: readonly string[]) => lines.filter(Boolean)

/** `0:03 Ann Lee`, with the text below */
function besideTimes({ before, parts }: Parts): Parts | undefined {
  const isOfNames = parts.every(({ text, lines }) => text !== '' && spokenLines(lines).length > 1)
  if (!isOfNames || !areNames(parts.map(({ text }) => text))) return undefined
  return {
    before,
    parts: parts.map((part) => ({
      ...part,
      speaker: part.text,
      text: '',
      lines: spokenLines(part.lines).slice(1),
    })),
  }
}

/** A time alone, its speaker below, then the text */
function belowTimes({ before, parts }: Parts): Parts | undefined {
  if (!parts.every(({ text, lines }) => text === '' && spokenLines(lines).length > 1)) return undefined
  const names = parts.map(({ lines }) => spokenLines(lines)[0] ?? '')
  if (!areNames(names)) return undefined
  return {
    before,
    parts: parts.map((part, index) => ({
      ...part,
      speaker: names[index] ?? null,
      lines: spokenLines(part.lines).slice(1),
    })),
  }
}

/** A speaker, the time alone on the next line, then the text */
function aboveTimes({ before, parts }: Parts): Parts | undefined {
  if (!parts.every(({ text }) => text === '')) return undefined
  const blocks = [before, ...parts.map(({ lines }) => spokenLines(lines))]
  const names = blocks.slice(0, -1).map((lines) => lines.at(-1) ?? '')
  if (!areNames(names)) return undefined
  return {
    before: before.slice(0, -1),
    parts: parts.map((part, index) => {
      const lines = blocks[index + 1] ?? []
      return {
        ...part,
        speaker: names[index] ?? null,
        lines: index === parts.length - 1 ? lines : lines.slice(0, -1),
      }
    }),
  }
}

/** YouTube's page repeats each time in words for screen readers: `1 minute, 3 seconds`, `3秒`. */
function isTimeInWords(line: string, time: number): boolean {
  const numbers = (line.match(/\d+/g) ?? []).map(Number)
  const shown = [Math.floor(time / 3_600), Math.floor(time / 60) % 60, Math.floor(time) % 60].filter(Boolean)
  const expected = shown.length === 0 ? [0] : shown
  return /^(?:\d+ ?\p{L}+,? ?)+$/u.test(line.slice(0, 60)) && numbers.join(' ') === expected.join(' ')
}

function withoutTimesInWords({ before, parts }: Parts): Parts {
  const isRepeated = parts.every(({ time, lines }) => isTimeInWords(spokenLines(lines)[0] ?? '', time))
  return isRepeated
    ? { before, parts: parts.map((part) => ({ ...part, lines: spokenLines(part.lines).slice(1) })) }
    : { before, parts }
}

/** Returns the parts of a transcript with the speakers that stand on lines of their own, as programs write them. */
export function withSpeakerLines(parts: Parts): Parts {
  const withoutWords = withoutTimesInWords(parts)
  if (withoutWords.parts.some(({ speaker }) => speaker !== null)) return withoutWords
  return besideTimes(withoutWords) ?? belowTimes(withoutWords) ?? aboveTimes(withoutWords) ?? withoutWords
}
