/** A part of a transcript with its time, before its speaker is known for certain. */
export interface TimedText {
  /** seconds from the beginning */
  readonly start: number
  /** undefined: until the next one */
  readonly end: number | undefined
  /** the speaker that the file names; null: none */
  readonly speaker: string | null
  readonly text: string
}

/** Returns seconds for `1:02:03.5`, `02:03,500`, `2:03` and `12.5`; undefined for other text. */
export function secondsOfClock(clock: string): number | undefined {
  const match = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,9})(?:[.,](\d{1,9}))?$/.exec(clock.trim())
  if (!match) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Decodes the character references of captions (WebVTT, section 6.4, and numeric ones), once. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|lrm|rlm));/gi,
    (reference, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? reference
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : reference
    },
  )
}
