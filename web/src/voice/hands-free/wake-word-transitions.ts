import { commandWindow, go, OFF, type Circumstances, type HandsFreeStep } from './hands-free-step.ts'
import type { HandsFreeEvent, HandsFreeState } from './hands-free-state.ts'
import { CALLED } from './hands-free-state.ts'

type WakeWord = Extract<HandsFreeState, { phase: 'wake-word' }>

/**
 * Voice activation before its wake word: audio is buffered just long enough to check whether it starts with
 * one.
 */
export function onWakeWordEvent(
  state: WakeWord,
  event: HandsFreeEvent,
  { rules }: Circumstances,
): HandsFreeStep {
  const { probe } = state
  if (event.type === 'speech-started') {
    const begun = { id: event.id, since: event.at, quietSince: undefined, isAsked: false }
    const drops = probe ? [{ type: 'drop-probe', id: probe.id } as const] : []
    // The check of the previous segment is not awaited: the new words may contain the wake word.
    return go({ ...state, since: event.at, probe: begun }, ...drops, { type: 'begin-probe', id: event.id })
  }
  if (event.type === 'speech-ended') {
    if (!probe || probe.isAsked) return go(state)
    return go(
      { ...state, probe: { ...probe, quietSince: event.at, isAsked: true } },
      { type: 'ask-probe', id: probe.id, isOver: true },
    )
  }
  if (event.type === 'misfired') {
    if (!probe || probe.isAsked) return go(state)
    return go({ ...state, probe: undefined }, { type: 'drop-probe', id: probe.id })
  }
  if (event.type === 'probe-heard') {
    return probe?.id === event.id ? onHeard(state, event, rules) : go(state)
  }
  if (event.type === 'wake-heard') {
    return onWake(state, event, rules)
  }
  if (event.type === 'due') {
    const drops = probe ? [{ type: 'drop-probe', id: probe.id } as const] : []
    return go(OFF, ...drops, { type: 'close' }, { type: 'tell', notice: 'listening-idle' })
  }
  return go(state)
}

function onHeard(
  state: WakeWord,
  { id, meaning, at }: Extract<HandsFreeEvent, { type: 'probe-heard' }>,
  rules: Circumstances['rules'],
): HandsFreeStep {
  // No engine could ever detect the wake word: an open microphone would be misleading.
  if (meaning.kind === 'deaf') {
    const tell = { type: 'tell', notice: 'hearing-unavailable' } as const
    return go(OFF, { type: 'drop-probe', id }, { type: 'close' }, tell)
  }
  if (meaning.kind !== 'wake') return go({ ...state, probe: undefined }, { type: 'drop-probe', id })
  const call = { type: 'call', word: meaning.word } as const
  if (meaning.rest === '') {
    return go(commandWindow(at, rules), { type: 'drop-probe', id }, call, { type: 'chime' })
  }
  const quietSince = state.probe?.quietSince ?? at
  const turn = { text: '', unheard: [id] }
  return go(
    { phase: 'pausing', mode: 'voice-activation', utteranceId: undefined, quietSince, turn },
    call,
    { type: 'chime' },
    { type: 'adopt-probe', id, words: meaning.rest },
    { type: 'end-segment', id },
  )
}

/**
 * The browser detected the word during the utterance: the buffered audio is the command, preceded by its wake
 * word.
 */
function onWake(
  state: WakeWord,
  { word, at }: Extract<HandsFreeEvent, { type: 'wake-heard' }>,
  rules: Circumstances['rules'],
): HandsFreeStep {
  const { probe } = state
  const call = { type: 'call', word } as const
  if (!probe || probe.isAsked) {
    const drops = probe ? [{ type: 'drop-probe', id: probe.id } as const] : []
    return go(commandWindow(at, rules), ...drops, call, { type: 'chime' })
  }
  const { id, since } = probe
  return go(
    { phase: 'talking', mode: 'voice-activation', utteranceId: id, segmentSince: since, turn: CALLED },
    call,
    { type: 'chime' },
    { type: 'adopt-probe', id, words: undefined },
  )
}
