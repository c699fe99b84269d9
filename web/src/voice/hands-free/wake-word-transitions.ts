import { WAKE_WORD_WITHIN_MS, type EndpointingOptions } from './endpointing.ts'
import {
  awaitCommand,
  handsFreeStep as step,
  OFF,
  type StepContext,
  type HandsFreeStep,
} from './hands-free-step.ts'
import type { HandsFreeEvent, HandsFreeState } from './hands-free-state.ts'
import { WAKE_WORD_TURN } from './hands-free-state.ts'

type WakeWord = Extract<HandsFreeState, { phase: 'wake-word' }>

/**
 * Voice activation before its wake word: audio is buffered just long enough to check whether it starts with
 * one.
 */
export function onWakeWordEvent(
  state: WakeWord,
  event: HandsFreeEvent,
  { endpointing }: StepContext,
): HandsFreeStep {
  const { candidate } = state
  if (event.type === 'speech-started') {
    if (candidate && continues(candidate, event.at)) {
      return step({ ...state, candidate: { ...candidate, silentSince: undefined, isStale: true } })
    }
    const begun = { id: event.id, since: event.at, silentSince: undefined, isClassifying: false }
    const drops = candidate ? [{ type: 'drop-candidate', id: candidate.id } as const] : []
    // The check of a longer utterance is not awaited: the new words may contain the wake word.
    return step({ ...state, since: event.at, candidate: begun }, ...drops, {
      type: 'start-candidate',
      id: event.id,
    })
  }
  if (event.type === 'speech-ended') {
    if (!candidate || (candidate.isClassifying && candidate.isStale !== true)) return step(state)
    if (candidate.isClassifying) return step({ ...state, candidate: { ...candidate, silentSince: event.at } })
    return step(
      { ...state, candidate: { ...candidate, silentSince: event.at, isClassifying: true } },
      { type: 'classify-candidate', id: candidate.id, isOver: true },
    )
  }
  if (event.type === 'misfired') {
    if (!candidate) return step(state)
    if (candidate.isClassifying) {
      return step(
        candidate.isStale ? { ...state, candidate: { ...candidate, silentSince: event.at } } : state,
      )
    }
    return step({ ...state, candidate: undefined }, { type: 'drop-candidate', id: candidate.id })
  }
  if (event.type === 'candidate-classified') {
    return candidate?.id === event.id ? onCandidateClassified(state, event, endpointing) : step(state)
  }
  if (event.type === 'wake-word-spotted') {
    return onWakeWordSpotted(state, event, endpointing)
  }
  if (event.type === 'due') {
    const drops = candidate ? [{ type: 'drop-candidate', id: candidate.id } as const] : []
    return step(OFF, ...drops, { type: 'close' }, { type: 'notify', notice: 'listening-idle' })
  }
  return step(state)
}

function onCandidateClassified(
  state: WakeWord,
  { id, meaning, at }: Extract<HandsFreeEvent, { type: 'candidate-classified' }>,
  endpointing: EndpointingOptions,
): HandsFreeStep {
  // No engine could ever detect the wake word: an open microphone would be misleading.
  if (meaning.kind === 'no-recognizer') {
    const notify = { type: 'notify', notice: 'transcription-unavailable' } as const
    return step(OFF, { type: 'drop-candidate', id }, { type: 'close' }, notify)
  }
  if (meaning.kind === 'no-spotter') {
    const notify = { type: 'notify', notice: 'wake-word-unavailable' } as const
    return step(OFF, { type: 'drop-candidate', id }, { type: 'close' }, notify)
  }
  if (state.candidate?.isStale === true) return onFirstPartClassified(state, state.candidate, meaning, at)
  if (meaning.kind !== 'wake-word' && meaning.kind !== 'wake-word-without-transcript')
    return step({ ...state, candidate: undefined }, { type: 'drop-candidate', id })
  const applyWakeWord = { type: 'apply-wake-word', word: meaning.word } as const
  const silentSince = state.candidate?.silentSince ?? at
  if (meaning.kind === 'wake-word-without-transcript') {
    // The recording is kept and transcribed like every turn, so that a failure loses nothing that was said.
    return step(
      { phase: 'pausing', mode: 'voice-activation', utteranceId: id, silentSince, turn: WAKE_WORD_TURN },
      applyWakeWord,
      { type: 'chime' },
      { type: 'accept-candidate', id, words: undefined },
    )
  }
  if (meaning.rest === '') {
    return step(awaitCommand(at, endpointing), { type: 'drop-candidate', id }, applyWakeWord, {
      type: 'chime',
    })
  }
  const turn = { text: '', untranscribed: [id] }
  return step(
    { phase: 'pausing', mode: 'voice-activation', utteranceId: undefined, silentSince, turn },
    applyWakeWord,
    { type: 'chime' },
    { type: 'accept-candidate', id, words: meaning.rest },
    { type: 'end-utterance', id },
  )
}

/** The candidate continued after a short pause while its first part was classified. */
function onFirstPartClassified(
  state: WakeWord,
  candidate: NonNullable<WakeWord['candidate']>,
  meaning: Extract<HandsFreeEvent, { type: 'candidate-classified' }>['meaning'],
  timeMs: number,
): HandsFreeStep {
  const { id, since, silentSince } = candidate
  if (meaning.kind !== 'wake-word' && meaning.kind !== 'wake-word-without-transcript') {
    const rest = { id, since, silentSince, isClassifying: silentSince !== undefined }
    return silentSince === undefined
      ? step({ ...state, candidate: rest })
      : step({ ...state, candidate: rest }, { type: 'classify-candidate', id, isOver: true })
  }
  const mode = 'voice-activation'
  return step(
    silentSince === undefined
      ? {
          phase: 'talking',
          mode,
          utteranceId: id,
          utteranceSince: Math.min(since, timeMs),
          turn: WAKE_WORD_TURN,
        }
      : { phase: 'pausing', mode, utteranceId: id, silentSince, turn: WAKE_WORD_TURN },
    { type: 'apply-wake-word', word: meaning.word },
    { type: 'chime' },
    { type: 'accept-candidate', id, words: undefined },
  )
}

/** A name and the request after it may be separated by a short pause, which is within one recording. */
function continues({ since, isClassifying }: NonNullable<WakeWord['candidate']>, timeMs: number): boolean {
  return isClassifying && timeMs < since + WAKE_WORD_WITHIN_MS
}

/**
 * The word was spotted during the utterance: the buffered audio is the command, preceded by its wake
 * word.
 */
function onWakeWordSpotted(
  state: WakeWord,
  { word, at }: Extract<HandsFreeEvent, { type: 'wake-word-spotted' }>,
  endpointing: EndpointingOptions,
): HandsFreeStep {
  const { candidate } = state
  const applyWakeWord = { type: 'apply-wake-word', word } as const
  if (!candidate || candidate.isClassifying) {
    const drops = candidate ? [{ type: 'drop-candidate', id: candidate.id } as const] : []
    return step(awaitCommand(at, endpointing), ...drops, applyWakeWord, { type: 'chime' })
  }
  const { id, since } = candidate
  return step(
    {
      phase: 'talking',
      mode: 'voice-activation',
      utteranceId: id,
      utteranceSince: since,
      turn: WAKE_WORD_TURN,
    },
    applyWakeWord,
    { type: 'chime' },
    { type: 'accept-candidate', id, words: undefined },
  )
}
