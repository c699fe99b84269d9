import { PAUSE_AFTER_MS, NOISE_AFTER_MS } from '@vee/contract/turns/delays'
import {
  awaitCommand,
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
  RESUME_AFTER_MS,
  WORDS_LIMIT_MS,
  type EndpointingOptions,
} from './endpointing.ts'
import { treatmentOf, TREATMENTS } from './sound-treatment.ts'
import {
  afterReply,
  isWaiting,
  onWaitingClassified,
  onWaitingSound,
  turnOfWaitingSpeech,
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
    return onCandidateClassified(state, interruption, event, context)
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
  const { id, since, silentSince, request, isLouderThanEcho = false } = interruption.sound
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
    turnFrom(interruption.sound, mode, timeMs, turnOfWaitingSpeech(state).turn),
    restore,
    ...waited.effects,
    acceptUnknown(id, isLouderThanEcho || state.voiceSince !== undefined),
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
  event: Extract<HandsFreeEvent, { type: 'speech-started' }>,
  endpointing: EndpointingOptions,
): HandsFreeStep {
  const { at, id, isLouderThanEcho = false } = event
  const treatment = treatmentOf(state, at, isLouderThanEcho, endpointing)
  if (treatment === 'ignore') return step(state)
  const { stage, joins, waits } = TREATMENTS[treatment]
  const sound: InterruptingSound = {
    ...soundFrom(id, at, joins),
    isLouderThanEcho: isLouderThanEcho && !joins,
    waits,
    ...(treatment === 'answer' && { answers: state.consent }),
  }
  return step(
    { ...state, interruption: { stage, sound } },
    ...(stage === 'ducked' ? [{ type: 'duck', isDucked: true } as const] : []),
    startCandidate(id, at, isLouderThanEcho),
  )
}

/** Speech into an echo is detected late: its recording reaches back to before its onset. */
const startCandidate = (id: string, onsetAt: number, isLouderThanEcho: boolean): HandsFreeEffect => ({
  type: 'start-candidate',
  id,
  ...(isLouderThanEcho && { onsetAt }),
})

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

function onCandidateClassified(
  state: Replying,
  begun: BegunInterruption,
  { meaning, at }: Extract<HandsFreeEvent, { type: 'candidate-classified' }>,
  { endpointing }: StepContext,
): HandsFreeStep {
  const { sound } = begun
  if (isEcho(sound, endpointing)) return resume(state, sound, 'echo')
  const isWhole = sound.silentSince !== undefined && sound.request === 'pending'
  if (isWhole) return onWholeSoundClassified(state, sound, meaning, at, endpointing)
  if (isDecisive(meaning)) {
    const waited = turnOfWaitingSpeech(state)
    const isWakeWord = meaning.kind === 'wake-word'
    return step(
      turnFrom(sound, state.mode, at, { ...waited.turn, ...(isWakeWord && { startsWithWakeWord: true }) }),
      { type: 'duck', isDucked: false },
      takeTurn(sound),
      ...waited.effects,
      ...(isWakeWord ? [{ type: 'apply-wake-word', word: meaning.word } as const] : []),
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
): meaning is Extract<Meaning, { kind: 'no-recognizer' | 'stop' | 'wake-word' | 'words' }> {
  if (meaning.kind === 'words') return meaning.text.includes(' ') || UNSPACED.test(meaning.text)
  return meaning.kind === 'no-recognizer' || meaning.kind === 'stop' || meaning.kind === 'wake-word'
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

/** What becomes of a sound that has ended, by all of its words. */
type SoundDecision =
  | { readonly kind: 'stop' }
  /** only a wake word: the request follows */
  | { readonly kind: 'await-request'; readonly wakeWord: string }
  | { readonly kind: 'take-turn'; readonly words: string; readonly wakeWord: string | undefined }
  | { readonly kind: 'resume-voice'; readonly reason: string }

/** @param mayBeEcho it may be the voice's own echo, so that a single word is not trusted */
function decisionOn(meaning: Meaning, mode: Replying['mode'], mayBeEcho: boolean): SoundDecision {
  if (meaning.kind === 'stop') return { kind: 'stop' }
  if (meaning.kind === 'wake-word' && meaning.rest === '')
    return { kind: 'await-request', wakeWord: meaning.word }
  // A single word that is left of an echo is a mistake of the transcriber.
  if (mayBeEcho && !isDecisive(meaning)) return { kind: 'resume-voice', reason: 'echo' }
  if (meaning.kind === 'wake-word') return { kind: 'take-turn', words: meaning.rest, wakeWord: meaning.word }
  // In voice activation only speech that starts with a wake word is for Vee.
  return meaning.kind === 'words' && meaning.text !== '' && mode === 'continuous'
    ? { kind: 'take-turn', words: meaning.text, wakeWord: undefined }
    : { kind: 'resume-voice', reason: meaning.kind }
}

function onWholeSoundClassified(
  state: Replying,
  sound: InterruptingSound,
  meaning: Meaning,
  timeMs: number,
  endpointing: EndpointingOptions,
): HandsFreeStep {
  const { id } = sound
  const { mode } = state
  const drop = { type: 'drop-candidate', id } as const
  const restore = { type: 'duck', isDucked: false } as const
  const interrupt = { type: 'interrupt' } as const
  const mayBeEcho = state.interruption.stage === 'overheard' && sound.joins
  const decision = decisionOn(meaning, mode, mayBeEcho)
  switch (decision.kind) {
    case 'stop': {
      const waited = afterReply(state, timeMs)
      return step(waited.state, drop, restore, interrupt, ...waited.effects)
    }
    case 'await-request': {
      const waited = afterReply(state, timeMs)
      const hasWindow = mode === 'voice-activation' && waited.state.phase !== 'pausing'
      return step(
        hasWindow ? awaitCommand(timeMs, endpointing) : waited.state,
        drop,
        restore,
        interrupt,
        ...waited.effects,
        ...applyWakeWord(decision.wakeWord),
        { type: 'chime' },
      )
    }
    case 'take-turn': {
      const waited = turnOfWaitingSpeech(state)
      return step(
        {
          phase: 'pausing',
          mode,
          utteranceId: undefined,
          silentSince: sound.silentSince ?? timeMs,
          turn: { text: '', untranscribed: [...waited.turn.untranscribed, id] },
        },
        restore,
        takeTurn(sound),
        ...waited.effects,
        ...applyWakeWord(decision.wakeWord),
        { type: 'accept-candidate', id, words: decision.words },
        { type: 'end-utterance', id },
      )
    }
    case 'resume-voice':
      return resume(state, sound, decision.reason)
  }
}

const applyWakeWord = (word: string | undefined): readonly HandsFreeEffect[] =>
  word === undefined ? [] : [{ type: 'apply-wake-word', word }]

/** In half duplex a sound during the voice is the voice itself. */
const isEcho = ({ joins, isLouderThanEcho }: InterruptingSound, { duplex }: EndpointingOptions): boolean =>
  duplex === 'half' && !joins && isLouderThanEcho !== true

const takeTurn = ({ joins }: InterruptingSound): HandsFreeEffect => ({
  type: joins ? 'withdraw' : 'interrupt',
})

/** Returns the effects on a voice that starts while a sound is recorded. */
export function effectsOnVoice(interruption: Interruption): readonly HandsFreeEffect[] {
  const { stage } = interruption
  // The voice begins when the person has finished, but for speech over another sentence of it, which waits for the end.
  if (
    stage === 'overheard' &&
    interruption.sound.waits === true &&
    interruption.sound.isLouderThanEcho !== true
  )
    return [{ type: 'pause', isPaused: true }]
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
