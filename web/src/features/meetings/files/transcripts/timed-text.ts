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

/** Frames a second where a file counts frames (`00:00:01:12`) and does not name their rate. */
const FRAME_RATE = 30

/** Returns seconds for `1:02:03.5`, `02:03,500`, `2:03`, `12.5` and, with frames, `00:00:01:12`; undefined for other text. */
export function secondsOfClock(clock: string): number | undefined {
  const frames = /^(\d{1,4}:\d{2}:\d{2})[:;](\d{2})$/.exec(clock.trim())
  if (frames) return (secondsOfClock(frames[1] ?? '') ?? 0) + Number(frames[2]) / FRAME_RATE
  const match = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,9})(?:[.,](\d{1,9}))?$/.exec(
    clock.replaceAll(/\s/g, ''),
  )
  if (!match) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)
}
