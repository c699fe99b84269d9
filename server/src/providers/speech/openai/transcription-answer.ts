import { isSubtitleCredit } from '@vee/contract/spoken/invented-words'
import { withoutModelTags } from '@vee/contract/spoken/model-tags'
import type { SttResult } from '../stt.ts'
import { parseJson } from '../../wire/event-stream.ts'
import { brokenProtocol, failureInAnswer, failureOfAnswer } from '../../wire/failures.ts'
import { languageCode } from '../../wire/languages.ts'
import { SPEECH_SERVICE } from './api.ts'

/** The fields of a transcription that are read. Servers differ, so every field may have another type. */
interface Answer {
  readonly text?: unknown
  readonly language?: unknown
  readonly duration?: unknown
  readonly segments?: unknown
  /** of Hugging Face's pipelines */
  readonly chunks?: unknown
}

interface Segment {
  readonly text: string
  readonly noSpeech: number | undefined
  readonly confidence: number | undefined
  /** seconds */
  readonly end: number | undefined
}

/** Whisper's own limits for audio without speech, for which it otherwise returns sentences of its training. */
const NO_SPEECH = 0.6
const UNSURE = -1

/**
 * Reads a transcription: JSON with a text or with segments, or the text alone. Throws ProviderFailure for an error in a
 * successful response and for anything else.
 */
export function readTranscription(body: string, mediaType: string): SttResult {
  const json = parseJson(body)
  if (typeof json === 'string') return resultOf({ text: json })
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return resultOf(json)
  if (Array.isArray(json)) return resultOf({ segments: json })
  // Plain text is labelled as anything but a page.
  const isPage = /html|xml/.test(mediaType) || /^\s*</.test(withoutModelTags(body))
  if (isPage || /^\s*[{[]/.test(body)) throw unreadable()
  return resultOf({ text: body })
}

const unreadable = () => brokenProtocol(SPEECH_SERVICE, 'the transcription is not what the protocol says')

function resultOf(answer: Answer): SttResult {
  const segments = segmentsIn(answer.segments) ?? segmentsIn(answer.chunks)
  const given = typeof answer.text === 'string' ? answer.text : undefined
  if (given === undefined && !segments) {
    const error = failureInAnswer(answer, false)
    throw error ? failureOfAnswer(SPEECH_SERVICE, error, false) : unreadable()
  }
  const spokenSegments = segments?.filter((segment) => !isCreditForSilence(segment))
  const text =
    given === undefined || spokenSegments?.length !== segments?.length ? joined(spokenSegments ?? []) : given
  const duration = numberOf(answer.duration) ?? segments?.findLast(({ end }) => end !== undefined)?.end
  return {
    text: isUnheard(segments) ? '' : withoutModelTags(text),
    language: languageCode(typeof answer.language === 'string' ? answer.language : undefined),
    durationSeconds: duration !== undefined && duration >= 0 ? duration : undefined,
  }
}

const isCreditForSilence = ({ text, noSpeech = 0 }: Segment) => noSpeech > NO_SPEECH && isSubtitleCredit(text)

function isUnheard(segments: readonly Segment[] | undefined): boolean {
  if (!segments || segments.length === 0) return false
  return segments.every(({ noSpeech = 0, confidence = 0 }) => noSpeech > NO_SPEECH && confidence < UNSURE)
}

const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，！？]$/u

/** Whisper's segments begin with their space; others' have none. */
function joined(segments: readonly Segment[]): string {
  return segments.reduce((text, { text: next }) => {
    const needsSpace = text !== '' && !/\s$/.test(text) && !/^\s/.test(next) && !UNSPACED_END.test(text)
    return text + (needsSpace ? ' ' : '') + next
  }, '')
}

function segmentsIn(list: unknown): readonly Segment[] | undefined {
  if (!Array.isArray(list)) return undefined
  return list.flatMap((entry: unknown) => {
    if (typeof entry === 'string')
      return [{ text: entry, noSpeech: undefined, confidence: undefined, end: undefined }]
    if (typeof entry !== 'object' || entry === null) return []
    const fields = entry as Readonly<Record<string, unknown>>
    return [
      {
        text: typeof fields['text'] === 'string' ? fields['text'] : '',
        noSpeech: numberOf(fields['no_speech_prob']),
        confidence: numberOf(fields['avg_logprob']),
        end: numberOf(fields['end']),
      },
    ]
  })
}

/** Returns the number of a figure, also of one that is sent as text, such as `12.5` or `12.5s`. */
function numberOf(figure: unknown): number | undefined {
  if (typeof figure === 'number') return Number.isFinite(figure) ? figure : undefined
  if (typeof figure !== 'string' || !/^-?\d+(?:\.\d+)?(?: ?s)?$/.test(figure.trim())) return undefined
  return Number.parseFloat(figure)
}
