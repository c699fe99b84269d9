import { commandWindow, go, restOf, type Circumstances, type HandsFreeStep } from './hands-free-step.ts'
import type { HandsFreeEvent, HandsFreeState, Interruption, Probe } from './hands-free-state.ts'
import { NO_TURN } from './hands-free-state.ts'
import { COMMIT_AFTER_MS, HOLD_AFTER_MS, IGNORE_AFTER_START_MS, RESUME_AFTER_MS } from './endpointing.ts'

type Replying = Extract<HandsFreeState, { phase: 'replying' }>

const NONE: Interruption = { stage: 'none' }

/**
 * Two-stage interruption: a sound ducks the voice, a longer one pauses it, and only lasting speech, or words
 * that are no backchannel, take the turn. Everything else resumes the voice from the same sample. In voice
 * activation users may talk to each other: the voice continues, and only a wake word or "stop" ends it.
 */
export function onReplyingEvent(
  state: Replying,
  event: HandsFreeEvent,
  around: Circumstances,
): HandsFreeStep {
  const { interruption } = state
  if (event.type === 'speech-started') return onSound(state, event, around)
  if (interruption.stage === 'none') return go(state)
  const { probe } = interruption
  if (event.type === 'misfired' || event.type === 'speech-ended') {
    return onQuiet(state, interruption, event)
  }
  if (event.type === 'due') {
    return onDue(state, interruption, event.at, around)
  }
  if (event.type === 'probe-heard') {
    return event.id === probe.id ? onHeard(state, probe, event, around) : go(state)
  }
  return go(state)
}

export function replyingDueAt({ interruption }: Replying): number | undefined {
  if (interruption.stage === 'none') return undefined
  const { since, quietSince } = interruption.probe
  if (interruption.stage === 'overheard') return undefined
  if (interruption.stage === 'ducked') return quietSince === undefined ? since + HOLD_AFTER_MS : undefined
  return quietSince === undefined ? since + COMMIT_AFTER_MS : quietSince + RESUME_AFTER_MS
}

function onSound(
  state: Replying,
  { at, id }: Extract<HandsFreeEvent, { type: 'speech-started' }>,
  { rules }: Circumstances,
): HandsFreeStep {
  const { interruption, voiceSince } = state
  if (rules.duplex === 'half') return go(state)
  if (interruption.stage === 'none') {
    if (voiceSince !== undefined && at < voiceSince + IGNORE_AFTER_START_MS) return go(state)
    const probe: Probe = { id, since: at, quietSince: undefined, isAsked: false }
    const begin = { type: 'begin-probe', id } as const
    if (state.mode === 'voice-activation')
      return go({ ...state, interruption: { stage: 'overheard', probe } }, begin)
    return go({ ...state, interruption: { stage: 'ducked', probe } }, { type: 'duck', isDucked: true }, begin)
  }
  // It continues: a new sound, and the time to commit restarts.
  const probe: Probe = { id, since: at, quietSince: undefined, isAsked: false }
  return go(
    { ...state, interruption: { ...interruption, probe } },
    { type: 'drop-probe', id: interruption.probe.id },
    { type: 'begin-probe', id },
  )
}

function onQuiet(
  state: Replying,
  interruption: Exclude<Interruption, { stage: 'none' }>,
  { type, at }: Extract<HandsFreeEvent, { type: 'misfired' | 'speech-ended' }>,
): HandsFreeStep {
  const { probe, stage } = interruption
  if (probe.quietSince !== undefined) return go(state)
  if (type === 'misfired' && stage !== 'held') return letGoOn(state, probe)
  if (type === 'misfired') {
    return go({ ...state, interruption: { stage, probe: { ...probe, quietSince: at } } })
  }
  const asked: Probe = { ...probe, quietSince: at, isAsked: true }
  if (stage === 'overheard') {
    return go({ ...state, interruption: { stage, probe: asked } }, { type: 'ask-probe', id: probe.id })
  }
  return go(
    { ...state, interruption: { stage: 'held', probe: asked } },
    { type: 'hold', isHeld: true },
    { type: 'ask-probe', id: probe.id },
  )
}

function onDue(
  state: Replying,
  interruption: Exclude<Interruption, { stage: 'none' }>,
  at: number,
  { rules }: Circumstances,
): HandsFreeStep {
  const { probe, stage } = interruption
  if (stage === 'ducked') {
    return go({ ...state, interruption: { stage: 'held', probe } }, { type: 'hold', isHeld: true })
  }
  if (probe.quietSince !== undefined) return letGoOn(state, probe)
  // It was the voice itself.
  if (rules.duplex === 'half') return letGoOn(state, probe)
  // Lasting speech takes the turn.
  return go(
    { phase: 'talking', mode: state.mode, utteranceId: probe.id, segmentSince: at, turn: NO_TURN },
    { type: 'duck', isDucked: false },
    { type: 'interrupt' },
    { type: 'adopt-probe', id: probe.id, words: undefined },
  )
}

function onHeard(
  state: Replying,
  probe: Probe,
  { meaning, at }: Extract<HandsFreeEvent, { type: 'probe-heard' }>,
  { rules }: Circumstances,
): HandsFreeStep {
  const { id } = probe
  const { mode } = state
  if (rules.duplex === 'half') return letGoOn(state, probe)
  if (meaning.kind === 'stop') {
    return go(
      restOf(mode, at),
      { type: 'drop-probe', id },
      { type: 'duck', isDucked: false },
      { type: 'interrupt' },
    )
  }
  if (meaning.kind === 'wake' && meaning.rest === '') {
    // Called by name: the request follows.
    const next = mode === 'voice-activation' ? commandWindow(at, rules) : restOf(mode, at)
    return go(
      next,
      { type: 'drop-probe', id },
      { type: 'duck', isDucked: false },
      { type: 'interrupt' },
      { type: 'call', word: meaning.word },
      { type: 'chime' },
    )
  }
  const said = meaning.kind === 'wake' ? meaning.rest : meaning.kind === 'words' ? meaning.text : ''
  // In voice activation only speech that starts with a wake word is for Vee.
  if (said === '' || (mode === 'voice-activation' && meaning.kind !== 'wake')) return letGoOn(state, probe)
  return go(
    {
      phase: 'pausing',
      mode,
      utteranceId: undefined,
      quietSince: probe.quietSince ?? at,
      turn: { text: '', unheard: [id] },
    },
    { type: 'duck', isDucked: false },
    { type: 'interrupt' },
    ...(meaning.kind === 'wake' ? [{ type: 'call', word: meaning.word } as const] : []),
    { type: 'adopt-probe', id, words: said },
    { type: 'end-segment', id },
  )
}

/** Resumes the voice from the same sample at its former volume. */
function letGoOn(state: Replying, { id }: Probe): HandsFreeStep {
  return go(
    { ...state, interruption: NONE },
    { type: 'drop-probe', id },
    { type: 'duck', isDucked: false },
    { type: 'hold', isHeld: false },
  )
}
