import { decodeEntities } from '@vee/contract/text/html-entities'
import { groupWords, type TimedWord } from './group-words.ts'
import { secondsOfClock, type TimedText } from './timed-text.ts'

type Fields = Readonly<Record<string, unknown>>

/** Lists of whole turns or sentences, the best first: utterances have speakers, segments may have none. */
const LISTS = [
  'transcriptLines',
  'utterances',
  'entries',
  'diarization',
  'audio_segments',
  'segments',
  'transcription',
  'recognizedPhrases',
  'phrases',
  'chunks',
  'sentences',
  'monologues',
  'paragraphs',
  'events',
  'captions',
  'lines',
  'transcript',
  'results',
  'result',
  'items',
  'data',
  'channels',
  'alternatives',
  'words',
] as const
const MAX_DEPTH = 8
/** Nobody speaks as slowly, in characters a second: times are milliseconds. */
const SLOWEST_SPEECH = 0.3

const START_KEYS = [
  'start',
  'start_time',
  'startTime',
  'begin',
  'from',
  'ts',
  'time',
  'offsetSeconds',
  'startOffset',
  'start_offset',
  'start_timestamp',
  'offset',
]
const END_KEYS = [
  'end',
  'end_time',
  'endTime',
  'to',
  'stop',
  'end_ts',
  'end_timestamp',
  'endOffset',
  'end_offset',
]
const START_MS_KEYS = ['startMs', 'start_ms', 'tStartMs', 'startTimeMs', 'offsetMilliseconds']
const END_MS_KEYS = ['endMs', 'end_ms', 'endTimeMs']
const TEXT_KEYS = [
  'text',
  'transcript',
  'sentence',
  'utterance',
  'content',
  'body',
  'raw_text',
  'display',
  'DisplayText',
  'caption',
  'punctuated_word',
  'word',
  'value',
  'utf8',
]
const SPEAKER_KEYS = [
  'speaker_name',
  'speakerName',
  'speakerDisplayName',
  'username',
  'userName',
  'speaker',
  'speaker_label',
  'speakerLabel',
  'speaker_id',
  'speakerId',
  'speakerTag',
  'participant',
  'user',
  'name',
]

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const firstOf = (fields: Fields, keys: readonly string[]) =>
  keys.map((key) => fields[key]).find((value) => value !== undefined && value !== null)

/** Returns a time as the file has it: a number, `1.200s`, `PT1.2S`, `00:00:02,000` or `{ relative: 2 }`. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined
  if (isRecord(value)) return timeOf(value['relative'] ?? value['seconds'])
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const iso = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(text)
  if (iso && text !== 'PT') return Number(iso[1] ?? 0) * 3600 + Number(iso[2] ?? 0) * 60 + Number(iso[3] ?? 0)
  return secondsOfClock(text.replace(/s$/, ''))
}

interface Times {
  readonly start: number
  readonly end: number | undefined
  /** true: seconds for certain */
  readonly isSeconds: boolean
}

/** Returns the times of a record: of whisper.cpp, Hugging Face, AssemblyAI, Deepgram, Google, AWS, Azure and others. */
function timesOf(fields: Fields): Times | undefined {
  const { timestamp, timestamps, offsets } = fields
  if (Array.isArray(timestamp)) return timesFrom(timestamp[0], timestamp[1], true)
  if (isRecord(timestamps) && !isRecord(offsets)) return timesFrom(timestamps['from'], timestamps['to'], true)
  const ticks = ticksOf(fields)
  if (ticks) return ticks
  const inMs = isRecord(offsets)
    ? { start: timeOf(offsets['from']), end: timeOf(offsets['to']) }
    : { start: timeOf(firstOf(fields, START_MS_KEYS)), end: timeOf(firstOf(fields, END_MS_KEYS)) }
  if (inMs.start !== undefined) {
    const duration = timeOf(fields['dDurationMs'] ?? fields['durationMilliseconds'])
    const end = inMs.end ?? (duration === undefined ? undefined : inMs.start + duration)
    return { start: inMs.start / 1000, end: end === undefined ? undefined : end / 1000, isSeconds: true }
  }
  const start = firstOf(fields, START_KEYS) ?? timestamp
  const end = firstOf(fields, END_KEYS)
  const from = timeOf(start)
  const duration = timeOf(fields['duration'])
  const until = end ?? (from === undefined || duration === undefined ? undefined : from + duration)
  // Text has a unit or a point, and is never a count of milliseconds.
  return timesFrom(start, until, typeof start === 'string' && !/^\d+$/.test(start))
}

/** Ticks in a second, as Azure counts them. */
const TICKS = 10_000_000

function ticksOf({ offsetInTicks, durationInTicks, Offset, Duration }: Fields): Times | undefined {
  const start = timeOf(offsetInTicks ?? Offset)
  if (start === undefined) return undefined
  const duration = timeOf(durationInTicks ?? Duration) ?? 0
  return { start: start / TICKS, end: (start + duration) / TICKS, isSeconds: true }
}

function timesFrom(from: unknown, to: unknown, isSeconds: boolean): Times | undefined {
  const start = timeOf(from)
  if (start === undefined) return undefined
  const end = timeOf(to)
  return { start, end: end === undefined ? undefined : Math.max(start, end), isSeconds }
}

function textOf(fields: Fields): string {
  const value = firstOf(fields, TEXT_KEYS)
  if (typeof value === 'string') return decodeEntities(value).trim()
  const [best] = listOf(fields['alternatives'] ?? fields['nBest'])
  if (best) return textOf(best)
  // YouTube's json3, Rev and Recall have the pieces or words of a turn in a list.
  const pieces = listOf(fields['segs'] ?? fields['elements'])
  if (pieces.length > 0)
    return pieces
      .map((piece) => firstOf(piece, ['utf8', 'value']))
      .filter((text) => typeof text === 'string')
      .join('')
      .trim()
  return listOf(fields['words'] ?? fields['sentences'])
    .map(textOf)
    .filter(Boolean)
    .join(' ')
}

function speakerOf(fields: Fields): string | null {
  const value = firstOf(fields, SPEAKER_KEYS)
  if (isRecord(value))
    return speakerOf({
      name: value['name'] ?? value['display_name'] ?? value['displayName'] ?? value['label'] ?? value['id'],
    })
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  const [best] = listOf(fields['alternatives'])
  return best?.['speaker'] === undefined ? null : speakerOf({ speaker: best['speaker'] })
}

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])

interface ReadRecord extends TimedText {
  readonly isSeconds: boolean
}

function recordOf(fields: Fields): ReadRecord | undefined {
  const children = listOf(fields['elements'] ?? fields['words'] ?? fields['sentences'])
  const times = timesOf(fields) ?? spanOf(children) ?? spanOfWords(fields)
  const text = textOf(fields)
  return times && text !== '' ? { ...times, text, speaker: speakerOf(fields) } : undefined
}

/** Returns the times of a turn whose words have them. */
function spanOf(children: readonly Fields[]): Times | undefined {
  const times = children.flatMap((child) => timesOf(child) ?? [])
  const [first, last] = [times[0], times.at(-1)]
  return first && { start: first.start, end: last?.end, isSeconds: first.isSeconds }
}

/** IBM has `timestamps: [[word, start, end]]` in the first alternative of a result. */
function spanOfWords(fields: Fields): Times | undefined {
  const words = listOf(fields['alternatives'])[0]?.['timestamps']
  if (!Array.isArray(words)) return undefined
  const [first, last] = [words[0], words.at(-1)].map((word: unknown) => (Array.isArray(word) ? word : []))
  return timesFrom(first?.[1], last?.[2], true)
}

const hasOwnTimes = (fields: Fields) => timesOf(fields) !== undefined

/** Returns the records of a list: its own, if they have times or a speaker, else those within each of them. */
function recordsOfList(list: readonly Fields[], depth: number): readonly Fields[] {
  const own = list.filter((fields) => hasOwnTimes(fields) || speakerOf(fields) !== null)
  if (own.some((fields) => recordOf(fields) !== undefined)) return list
  const inner = list.flatMap((fields) => recordsIn(fields, depth + 1))
  if (inner.length > 0) return inner
  return list.some((fields) => recordOf(fields) !== undefined) ? list : []
}

/** Returns the first list of records with times and text, by the order of LISTS, from the outside in. */
function recordsIn(value: unknown, depth = 0): readonly Fields[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return recordsOfList(listOf(value), depth)
  if (!isRecord(value)) return []
  for (const key of LISTS) {
    const list = value[key]
    // Alternatives say the same in other words: the first is the best.
    const inner = recordsIn(
      key === 'alternatives' && Array.isArray(list) ? list.slice(0, 1) : list,
      depth + 1,
    )
    if (inner.length > 0) return inner
  }
  return []
}

/** Returns 1 for seconds and 1,000 for milliseconds. */
function unitOf(records: readonly ReadRecord[]): number {
  if (records.some(({ isSeconds }) => isSeconds)) return 1
  if (records.some(({ start, end = 0 }) => !Number.isInteger(start) || !Number.isInteger(end))) return 1
  const characters = records.reduce((sum, { text }) => sum + text.length, 0)
  const span = records.reduce((sum, { start, end = start }) => sum + end - start, 0)
  return span > 0 && characters / span < SLOWEST_SPEECH ? 1_000 : 1
}

const isPunctuation = (fields: Fields) => fields['type'] === 'punctuation' || fields['type'] === 'punct'

/** Returns single words with their punctuation, which has no times of its own in some services. */
function wordsOf(records: readonly Fields[]): readonly TimedWord[] {
  const words: TimedWord[] = []
  for (const fields of records) {
    const record = recordOf(fields)
    const last = words.at(-1)
    if (isPunctuation(fields) && last) words[words.length - 1] = { ...last, text: last.text + textOf(fields) }
    else if (record) words.push(record)
  }
  return words
}

/**
 * Reads the JSON of speech services and of programs that run their models: whisper.cpp, Whisper, WhisperX, Hugging
 * Face, AssemblyAI, Deepgram, Google, AWS, Azure, ElevenLabs, Rev, Speechmatics, Fireflies, YouTube and similar ones.
 * Times are in seconds, or in milliseconds where speech would be impossibly slow. Returns nothing for other JSON.
 */
export function readServiceJson(value: unknown): readonly TimedText[] {
  const records = recordsIn(value)
  const hasWords = records.length > 0 && records.every((fields) => !/\s/.test(textOf(fields)))
  const timedTexts = hasWords ? wordsOf(records) : records.flatMap((fields) => recordOf(fields) ?? [])
  const unit = unitOf(records.flatMap((fields) => recordOf(fields) ?? []))
  const inSeconds = timedTexts.map(({ start, end, speaker, text }) => ({
    start: start / unit,
    end: end === undefined ? undefined : end / unit,
    speaker,
    text,
  }))
  return hasWords && inSeconds.length > 1 ? groupWords(inSeconds) : inSeconds
}
