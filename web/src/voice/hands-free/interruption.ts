import { PAUSE_AFTER_MS, NOISE_AFTER_MS } from '@vee/contract/turns/delays'
import {
  commandWindow,
  handsFreeStep as step,
  type StepContext,
  type HandsFreeStep,
} from './hands-free-step.ts'
import type {
  HandsFreeEffect,
  HandsFreeEvent,
  HandsFreeState,
  InterruptingSound,
  Interruption,
  ListeningTurn,
  Meaning,
} from './hands-free-state.ts'
import {
  CLASSIFY_AFTER_MS,
  CLASSIFY_AGAIN_AFTER_MS,
  JOIN_AFTER_SPEECH_MS,
  JOIN_INTO_VOICE_MS,
  JOIN_WITHIN_MS,
  IGNORE_AFTER_START_MS,
  RESUME_AFTER_MS,
  WORDS_LIMIT_MS,
  type EndpointingOptions,
} from './endpointing.ts'
import {
  afterReply,
  isWaiting,
  onWaitingClassified,
  onWaitingSound,
  waitedTurn,
  waitingDueAt,
} from './waiting-speech.ts'

type Replying = Extract<HandsFreeState, { phase: 'replying' }>
type BegunInterruption = Exclude<Interruption, { stage: 'none' }>

const NONE: Interruption = { stage: 'none' }

/**
 * Two-stage interruption: a sound ducks the voice, and one that lasts pauses it. Only words take the turn, and
 * only if they are neither a backchannel nor the voice's own. Until they are known the voice is paused in
 * place: after a cough, laughter, noise or "mm-hm" of any length it resumes from the same sample. In voice
 * activation people may talk to each other meanwhile: the voice continues, and only a wake word or "stop" ends
 * it.
 */
export function onReplyingEvent(state: Replying, event: HandsFreeEvent, context: StepContext): HandsFreeStep {
  const { interruption } = state
  if (event.type === 'candidate-classified' && isWaiting(state, event.id))
    return onWaitingClassified(state, event)
  if (event.type === 'consent-asked') return step({ ...state, consent: event.callId })
  if (event.type === 'speech-started') return onSound(state, event, context)
  if (event.type === 'onset-changed') return onOnset(state, event)
  if (interruption.stage === 'none') return step(state)
  const { sound } = interruption
  if (sound.waits === true) return onWaitingSound(state, sound, event)
  if (event.type === 'misfired') return onMisfire(state, interruption, event.at)
  if (event.type === 'speech-ended') return onQuiet(state, interruption, event.at)
  if (event.type === 'due') return onDue(state, interruption, event.at, context)
  if (event.type === 'candidate-classified' && event.id === sound.id)
    return onTranscribed(state, interruption, event, context)
  return step(state)
}

export function replyingDueAt(state: Replying): number | undefined {
  const { interruption } = state
  if (interruption.stage === 'none') return undefined
  if (interruption.sound.waits === true) return waitingDueAt(state, interruption.sound)
  const { since, silentSince, request, askAt, joins } = interruption.sound
  if (interruption.stage === 'overheard' && !joins) return undefined
  if (interruption.stage === 'ducked') return silentSince === undefined ? since + PAUSE_AFTER_MS : undefined
  if (silentSince !== undefined) {
    return silentSince + (request === 'none' ? RESUME_AFTER_MS : WORDS_LIMIT_MS)
  }
  return request === 'none' ? Math.min(askAt, since + NOISE_AFTER_MS) : since + NOISE_AFTER_MS
}

/** The reply has ended: a sound that is being recorded starts the next turn. */
export function onReplyOver(state: Replying, timeMs: number): HandsFreeStep {
  const { interruption, mode } = state
  const waited = afterReply(state, timeMs)
  if (interruption.stage === 'none') return waited
  const { id, since, silentSince, request, isOverEcho = false } = interruption.sound
  const restore = { type: 'duck', isDucked: false } as const
  if (mode === 'voice-activation') {
    if (waited.state.phase === 'pausing')
      return step(waited.state, { type: 'drop-candidate', id }, restore, ...waited.effects)
    return step(
      {
        phase: 'wake-word',
        since: timeMs,
        candidate: { id, since, silentSince, isClassifying: request !== 'none' },
      },
      restore,
      ...waited.effects,
    )
  }
  // Quiet without a request: the detector called the sound no speech.
  if (silentSince !== undefined && request === 'none') {
    return step(waited.state, { type: 'drop-candidate', id }, restore, ...waited.effects)
  }
  return step(
    turnFrom(interruption.sound, mode, timeMs, waitedTurn(state).turn),
    restore,
    ...waited.effects,
    acceptUnknown(id, isOverEcho || state.voiceSince !== undefined),
  )
}

/** Accepts a sound whose words are not known yet. */
const acceptUnknown = (id: string, isOverVoice: boolean): HandsFreeEffect => ({
  type: 'accept-candidate',
  id,
  words: undefined,
  isOverVoice,
})

/** Softens the voice until the sound is judged: a person is heard at once, and a noise costs a moment of loudness. */
function onOnset(
  state: Replying,
  { isSuspected }: Extract<HandsFreeEvent, { type: 'onset-changed' }>,
): HandsFreeStep {
  const { stage } = state.interruption
  if (stage !== 'none' && (isSuspected || stage !== 'overheard')) return step(state)
  return step(state, { type: 'duck', isDucked: isSuspected, reason: 'suspected-onset' })
}

function onSound(
  state: Replying,
  event: Extract<HandsFreeEvent, { type: 'speech-started' }>,
  { endpointing }: StepContext,
): HandsFreeStep {
  const { interruption, mode } = state
  const { at, id } = event
  if (interruption.stage === 'none') return onFirstSound(state, event, endpointing)
  if (interruption.stage === 'overheard' && mode === 'voice-activation' && !interruption.sound.waits) {
    // The next sentence may begin with the wake word.
    return step(
      { ...state, interruption: { stage: 'overheard', sound: soundFrom(id, at, false) } },
      { type: 'drop-candidate', id: interruption.sound.id },
      { type: 'start-candidate', id },
    )
  }
  // It continues, in the same recording.
  const { sound } = interruption
  const request = sound.request === 'none' ? 'none' : 'stale'
  const askAt = at + CLASSIFY_AFTER_MS
  return step({
    ...state,
    interruption: {
      ...interruption,
      sound: { ...sound, since: at, silentSince: undefined, request, askAt },
    },
  })
}

function onFirstSound(
  state: Replying,
  { at, id, isOverEcho = false }: Extract<HandsFreeEvent, { type: 'speech-started' }>,
  endpointing: EndpointingOptions,
): HandsFreeStep {
  const { voiceSince, mode, consent } = state
  if (consent !== undefined) return onSoundAfterQuestion(state, { at, id, isOverEcho }, endpointing, consent)
  const joins = continuesQuestion(state, at, isOverEcho, endpointing)
  const begin = startCandidate(id, at, isOverEcho)
  if (!joins && !isOverEcho && mayContinueQuestion(state, at, endpointing)) {
    const sound = soundFrom(id, at, true)
    return step({ ...state, interruption: { stage: 'overheard', sound } }, begin)
  }
  const waits = endpointing.duplex === 'half' && !joins && waitsForEnd(state, isOverEcho, endpointing)
  if (endpointing.duplex === 'half' && !joins && !isOverEcho && !waits) return step(state)
  if (!isOverEcho && isFirstEcho(voiceSince, at, endpointing)) return step(state)
  const sound = { ...soundFrom(id, at, joins), isOverEcho: isOverEcho && !joins, waits }
  if (mode === 'voice-activation' || sound.isOverEcho || waits)
    return step({ ...state, interruption: { stage: 'overheard', sound } }, begin)
  return step({ ...state, interruption: { stage: 'ducked', sound } }, { type: 'duck', isDucked: true }, begin)
}

/** After the question whether a tool may be used, a sound may be the answer; its words do not interrupt the reply. */
function onSoundAfterQuestion(
  state: Replying,
  { at, id, isOverEcho }: { readonly at: number; readonly id: string; readonly isOverEcho: boolean },
  endpointing: EndpointingOptions,
  answers: string,
): HandsFreeStep {
  const isEcho = endpointing.duplex === 'half' && state.voiceSince !== undefined
  if (!isOverEcho && (isEcho || isFirstEcho(state.voiceSince, at, endpointing))) return step(state)
  const sound = { ...soundFrom(id, at, false), isOverEcho, waits: true, answers }
  return step({ ...state, interruption: { stage: 'overheard', sound } }, startCandidate(id, at, isOverEcho))
}

/** Speech into an echo is detected late: its recording reaches back to before its onset. */
const startCandidate = (id: string, onsetAt: number, isOverEcho: boolean): HandsFreeEffect => ({
  type: 'start-candidate',
  id,
  ...(isOverEcho && { onsetAt }),
})

/** Returns whether a sound may be the first audio of the voice, to which the echo canceller has not adapted. */
const isFirstEcho = (voiceSince: number | undefined, timeMs: number, { isEchoFree }: EndpointingOptions) =>
  isEchoFree !== true &&
  voiceSince !== undefined &&
  timeMs >= voiceSince &&
  timeMs < voiceSince + IGNORE_AFTER_START_MS

/** Returns whether the words of a sound wait for the end of the reply. */
function waitsForEnd(
  { mode, voiceSince }: Replying,
  isOverEcho: boolean,
  endpointing: EndpointingOptions,
): boolean {
  // Without a voice there is no echo. In voice activation people may talk to each other.
  return voiceSince === undefined ? mode === 'continuous' : isOverEcho && !endpointing.interruptsOverEcho
}

/** Returns whether speech continues a question that was sent too early. */
function continuesQuestion(
  { mode, since, spokenUntil = -Infinity, voiceSince }: Replying,
  timeMs: number,
  isOverEcho: boolean,
  endpointing: EndpointingOptions,
): boolean {
  if (mode !== 'continuous' || timeMs >= since + JOIN_WITHIN_MS) return false
  if (voiceSince === undefined || timeMs < voiceSince) return true
  // Over loudspeakers only what is louder than the echo is known to be the speaker.
  const isSpeaker = endpointing.duplex === 'full' || isOverEcho
  return isSpeaker && timeMs < Math.max(voiceSince + JOIN_INTO_VOICE_MS, spokenUntil + JOIN_AFTER_SPEECH_MS)
}

/**
 * Returns whether a sound that may be the echo may also continue the question: a service answered within a pause. The
 * voice continues until its words are known.
 */
const mayContinueQuestion = (
  { mode, spokenUntil, voiceSince, consent }: Replying,
  timeMs: number,
  { duplex }: EndpointingOptions,
): boolean =>
  duplex === 'half' &&
  mode === 'continuous' &&
  consent === undefined &&
  voiceSince !== undefined &&
  spokenUntil !== undefined &&
  timeMs < spokenUntil + JOIN_AFTER_SPEECH_MS

const soundFrom = (id: string, timeMs: number, joins: boolean): InterruptingSound => ({
  id,
  since: timeMs,
  silentSince: undefined,
  request: 'none',
  askAt: timeMs + CLASSIFY_AFTER_MS,
  joins,
})

function onMisfire(state: Replying, { stage, sound }: BegunInterruption, timeMs: number): HandsFreeStep {
  if (sound.silentSince !== undefined) return step(state)
  // The transcript may already have arrived: the response decides.
  if (sound.request !== 'none')
    return step({ ...state, interruption: { stage, sound: { ...sound, silentSince: timeMs } } })
  if (stage !== 'paused') return resume(state, sound, 'misfired')
  return step({ ...state, interruption: { stage, sound: { ...sound, silentSince: timeMs } } })
}

function onQuiet(state: Replying, { stage, sound }: BegunInterruption, timeMs: number): HandsFreeStep {
  if (sound.silentSince !== undefined) return step(state)
  const quiet: InterruptingSound = { ...sound, silentSince: timeMs }
  const next = stage === 'overheard' ? stage : 'paused'
  const pause: readonly HandsFreeEffect[] = next === 'paused' ? [{ type: 'pause', isPaused: true }] : []
  // A running transcription lacks the end of the sound: another one follows its answer.
  if (sound.request !== 'none') {
    return step({ ...state, interruption: { stage: next, sound: { ...quiet, request: 'stale' } } }, ...pause)
  }
  return step(
    { ...state, interruption: { stage: next, sound: { ...quiet, request: 'pending' } } },
    ...pause,
    {
      type: 'classify-candidate',
      id: sound.id,
      isOver: true,
    },
  )
}

function onDue(
  state: Replying,
  { stage, sound }: BegunInterruption,
  timeMs: number,
  { endpointing }: StepContext,
): HandsFreeStep {
  if (stage === 'ducked') {
    return step(
      { ...state, interruption: { stage: 'paused', sound } },
      { type: 'pause', isPaused: true, reason: 'sound-lasts' },
    )
  }
  // Silence without words, or noise, or the voice itself.
  if (sound.silentSince !== undefined) return resume(state, sound, 'no-words')
  if (isEcho(sound, endpointing)) return resume(state, sound, 'echo')
  if (timeMs >= sound.since + NOISE_AFTER_MS) return resume(state, sound, 'noise')
  if (sound.request !== 'none') return step(state)
  return step(
    { ...state, interruption: { stage, sound: { ...sound, request: 'pending' } } },
    { type: 'classify-candidate', id: sound.id, isOver: false },
  )
}

function onTranscribed(
  state: Replying,
  begun: BegunInterruption,
  { meaning, at }: Extract<HandsFreeEvent, { type: 'candidate-classified' }>,
  { endpointing }: StepContext,
): HandsFreeStep {
  const { sound } = begun
  if (isEcho(sound, endpointing)) return resume(state, sound, 'echo')
  const isWhole = sound.silentSince !== undefined && sound.request === 'pending'
  if (isWhole) return onWhole(state, sound, meaning, at, endpointing)
  if (isDecisive(meaning)) {
    const waited = waitedTurn(state)
    const isCall = meaning.kind === 'wake'
    return step(
      turnFrom(sound, state.mode, at, { ...waited.turn, ...(isCall && { isCalled: true }) }),
      { type: 'duck', isDucked: false },
      takeTurn(sound),
      ...waited.effects,
      ...(isCall ? [{ type: 'call', word: meaning.word } as const] : []),
      acceptUnknown(sound.id, state.voiceSince !== undefined),
    )
  }
  if (sound.silentSince === undefined) {
    const later: InterruptingSound = { ...sound, request: 'none', askAt: at + CLASSIFY_AGAIN_AFTER_MS }
    return step({ ...state, interruption: { ...begun, sound: later } })
  }
  // The answer was about the first part of the sound.
  return step(
    { ...state, interruption: { ...begun, sound: { ...sound, request: 'pending' } } },
    { type: 'classify-candidate', id: sound.id, isOver: true },
  )
}

/**
 * Returns whether the first words of a sound that continues decide it. A single word does not: it may become a
 * backchannel or a command. Without an engine, lasting sound counts as words.
 */
function isDecisive(
  meaning: Meaning,
): meaning is Extract<Meaning, { kind: 'no-recognizer' | 'stop' | 'wake' | 'words' }> {
  if (meaning.kind === 'words') return meaning.text.includes(' ') || UNSPACED.test(meaning.text)
  return meaning.kind === 'no-recognizer' || meaning.kind === 'stop' || meaning.kind === 'wake'
}

/** Four characters of a script without spaces. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{4}/u

/** Returns the turn that the recording of a sound starts. */
function turnFrom(
  { id, since, silentSince }: InterruptingSound,
  mode: Replying['mode'],
  timeMs: number,
  turn: ListeningTurn,
): HandsFreeState {
  return silentSince === undefined
    ? { phase: 'talking', mode, utteranceId: id, utteranceSince: Math.min(since, timeMs), turn }
    : { phase: 'pausing', mode, utteranceId: id, silentSince, turn }
}

/** Decides by all words of a sound that has ended. */
function onWhole(
  state: Replying,
  sound: InterruptingSound,
  meaning: Meaning,
  timeMs: number,
  endpointing: EndpointingOptions,
): HandsFreeStep {
  const { id } = sound
  const { mode } = state
  const isOverheard = state.interruption.stage === 'overheard' && sound.joins
  const waited = afterReply(state, timeMs)
  if (meaning.kind === 'stop') {
    return step(
      waited.state,
      { type: 'drop-candidate', id },
      { type: 'duck', isDucked: false },
      { type: 'interrupt' },
      ...waited.effects,
    )
  }
  if (meaning.kind === 'wake' && meaning.rest === '') {
    // Called by name: the request follows.
    const isWindow = mode === 'voice-activation' && waited.state.phase !== 'pausing'
    const next = isWindow ? commandWindow(timeMs, endpointing) : waited.state
    return step(
      next,
      { type: 'drop-candidate', id },
      { type: 'duck', isDucked: false },
      { type: 'interrupt' },
      ...waited.effects,
      { type: 'call', word: meaning.word },
      { type: 'chime' },
    )
  }
  // A single word that is left of an echo is a mistake of the transcriber.
  if (isOverheard && !isDecisive(meaning)) return resume(state, sound, 'echo')
  const words = meaning.kind === 'wake' ? meaning.rest : meaning.kind === 'words' ? meaning.text : ''
  // In voice activation only speech that starts with a wake word is for Vee.
  if (words === '' || (mode === 'voice-activation' && meaning.kind !== 'wake'))
    return resume(state, sound, meaning.kind)
  return step(
    {
      phase: 'pausing',
      mode,
      utteranceId: undefined,
      silentSince: sound.silentSince ?? timeMs,
      turn: { text: '', untranscribed: [...waitedTurn(state).turn.untranscribed, id] },
    },
    { type: 'duck', isDucked: false },
    takeTurn(sound),
    ...waited.effects,
    ...(meaning.kind === 'wake' ? [{ type: 'call', word: meaning.word } as const] : []),
    { type: 'accept-candidate', id, words },
    { type: 'end-utterance', id },
  )
}

/** In half duplex a sound during the voice is the voice itself. */
const isEcho = ({ joins, isOverEcho }: InterruptingSound, { duplex }: EndpointingOptions): boolean =>
  duplex === 'half' && !joins && isOverEcho !== true

const takeTurn = ({ joins }: InterruptingSound): HandsFreeEffect => ({
  type: joins ? 'withdraw' : 'interrupt',
})

/** Returns the effects on a voice that starts while a sound is recorded. */
export function effectsOnVoice(interruption: Interruption): readonly HandsFreeEffect[] {
  const { stage } = interruption
  // The voice begins when the person has finished.
  if (stage === 'overheard' && interruption.sound.waits === true) return [{ type: 'pause', isPaused: true }]
  if (stage === 'paused') return [{ type: 'pause', isPaused: true }]
  return stage === 'ducked' ? [{ type: 'duck', isDucked: true }] : []
}

/** Resumes the voice from the same sample at its former volume. */
function resume(state: Replying, { id }: InterruptingSound, reason: string): HandsFreeStep {
  return step(
    { ...state, interruption: NONE },
    { type: 'drop-candidate', id, reason },
    { type: 'duck', isDucked: false, reason },
    { type: 'pause', isPaused: false, reason },
  )
}
