import type { TimedText } from './timed-text.ts'

/** Longest name before a colon, in UTF-16 code units, with what stands in brackets behind it. */
const MAX_NAME_LENGTH = 80
/** `Ann Lee (she/her): Good morning.`; the colon of an address or a time is no such colon. */
const NAMED = new RegExp(
  String.raw`^([\p{L}\p{M}\p{N} ._'’&|/,-]{1,${MAX_NAME_LENGTH}}?(?:\s*[([（][^()[\]（）\n]{1,40}[)\]）])?)\s*(?:[:：](?=\s)|：)\s*(\S[\s\S]*)$`,
  'u',
)
/** `[SPEAKER_00]: Hi` and `(Speaker 1) Hi` */
const NUMBERED = /^[[(](\p{L}{2,20}[ _-]?\d{1,3})[\])]:?\s+(\S[\s\S]*)$/u
/** Small words within names. */
const PARTICLES = new Set(
  'al bin da de del della den der di do dos du e el la le ten ter van von y zu zum zur'.split(' '),
)
/** Longest name in a script without capitals, in characters. */
const MAX_UNCASED_NAME_LENGTH = 14
const MAX_WORDS = 6
/** A single word before a colon names a speaker only where this part of the lines begins with a name. */
const MIN_SHARE = 0.5

/** Returns true if a text looks like a name: capitalized words, or a few characters of a script without capitals. */
export function isNameLike(name: string): boolean {
  const bare = (name.split(/[([（]/u, 1)[0] ?? '').trim()
  // Speaker 1, SPEAKER_00, Sprecher 2
  if (/^\p{L}+[ _-]?\d{1,3}$/u.test(bare)) return true
  const words = bare.split(/[\s/|,&]+/).filter(Boolean)
  if (words.length === 0 || words.length > MAX_WORDS || /^\d/.test(bare)) return false
  if (!/\p{Lu}|\p{Ll}/u.test(bare)) return Array.from(bare).length <= MAX_UNCASED_NAME_LENGTH
  return words.every(
    (word, index) => /^['’]?[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word) || (index > 0 && PARTICLES.has(word)),
  )
}

/**
 * Returns the lines with the speakers that stand before their text (`Ann: We met.`). Speakers are not guessed: a file
 * that names some elsewhere (`<v Ann>`) names none in its texts, and what stands before a colon must look like a name
 * and either come back or be the way in which the file is written. So "One thing: we need a plan." has no speaker.
 */
export function withNamedSpeakers(timedTexts: readonly TimedText[]): readonly TimedText[] {
  if (timedTexts.some(({ speaker }) => speaker !== null)) return timedTexts
  const named = timedTexts.map(({ text }) => {
    const [, name = '', words = ''] = NUMBERED.exec(text) ?? NAMED.exec(text) ?? []
    return isNameLike(name) ? { name: name.trim(), said: words } : undefined
  })
  const counts = new Map<string, number>()
  for (const match of named) if (match) counts.set(match.name, (counts.get(match.name) ?? 0) + 1)
  const fraction = named.filter(Boolean).length / Math.max(1, timedTexts.length)
  return timedTexts.map((timedText, index) => {
    const match = named[index]
    if (!match || (fraction < MIN_SHARE && (counts.get(match.name) ?? 0) < 2)) return timedText
    return { ...timedText, speaker: match.name, text: match.said }
  })
}
