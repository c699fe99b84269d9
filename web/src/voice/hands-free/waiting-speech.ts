import type { ConsentAnswer } from '@vee/contract/spoken/consent-answers'
import { NOISE_AFTER_MS } from '@vee/contract/turns/delays'
import { WAITING_SPEECH_LIMIT_MS } from './endpointing.ts'
import { handsFreeStep as step, idleStateOf, type HandsFreeStep } from './hands-free-step.ts'
import type {
  HandsFreeEffect,
  HandsFreeEvent,
  HandsFreeState,
  InterruptingSound,
  ListeningTurn,
  Meaning,
  WaitingSpeech,
} from './hands-free-state.ts'
import { NO_TURN } from './hands-free-state.ts'

// In half duplex, and after the question whether a tool may be used, speech during a reply does not interrupt it. Each
// sound is recorded and transcribed, and what has
// words becomes the next turn when the reply is over.

type Replying = Extract<HandsFreeState, { phase: 'replying' }>

const NONE = { stage: 'none' } as const

export const isWaiting = ({ waiting = [] }: Replying, id: string): boolean =>
  waiting.some((speech) => speech.id === id)

/** Returns when the recording of a sound that continues ends. */
export function waitingDueAt(
  { voiceSince }: Replying,
  { since, isLouderThanEcho }: InterruptingSound,
): number {
  // The voice is paused for a sound that began before it.
  if (isLouderThanEcho !== true && voiceSince !== undefined)
    return Math.max(since, voiceSince) + NOISE_AFTER_MS
  return since + WAITING_SPEECH_LIMIT_MS
}

/** Handles the events of a sound whose words wait. */
export function onWaitingSound(
  state: Replying,
  sound: InterruptingSound,
  event: HandsFreeEvent,
): HandsFreeStep {
  if (event.type === 'misfired') {
    const drop = { type: 'drop-candidate', id: sound.id } as const
    return step({ ...state, interruption: NONE }, drop, ...voiceResumes(sound))
  }
  if (event.type === 'speech-ended') {
    const ended = endSound(state, sound, event.at)
    return step(ended.state, ...ended.effects)
  }
  if (event.type !== 'due' || event.at < waitingDueAt(state, sound)) return step(state)
  const ended = endSound(state, sound, event.at)
  if (sound.isLouderThanEcho !== true) return step(ended.state, ...ended.effects)
  // It continues in another recording.
  const interruption = { stage: 'overheard', sound: { ...sound, id: event.id, since: event.at } } as const
  return step({ ...ended.state, interruption }, ...ended.effects, {
    type: 'start-candidate',
    id: event.id,
  })
}

function endSound(state: Replying, sound: InterruptingSound, timeMs: number) {
  const { id, isLouderThanEcho = false, answers } = sound
  const mayAnswer = answers !== undefined
  const speech: WaitingSpeech = {
    id,
    silentSince: timeMs,
    words: undefined,
    isLouderThanEcho,
    ...(mayAnswer && { answers }),
  }
  const effects: readonly HandsFreeEffect[] = [
    { type: 'end-candidate', id, at: timeMs },
    { type: 'classify-candidate', id, isOver: true, ...(mayAnswer && { mayConsent: true }) },
    ...voiceResumes(sound),
  ]
  return { state: { ...state, interruption: NONE, waiting: [...(state.waiting ?? []), speech] }, effects }
}

const voiceResumes = ({ isLouderThanEcho }: InterruptingSound): readonly HandsFreeEffect[] =>
  isLouderThanEcho === true ? [] : [{ type: 'pause', isPaused: false }]

/** Handles the classification of speech that waits. */
export function onWaitingClassified(
  state: Replying,
  { id, meaning, at }: Extract<HandsFreeEvent, { type: 'candidate-classified' }>,
): HandsFreeStep {
  const { waiting = [], mode } = state
  if (meaning.kind === 'consent') return onConsentAnswered(state, id, meaning.answer)
  const words = wordsOf(meaning, mode)
  if (words !== undefined) {
    const wakeWord = meaning.kind === 'wake-word' ? { wakeWord: meaning.word } : {}
    const transcribed = waiting.map((speech) =>
      speech.id === id ? { ...speech, words, ...wakeWord } : speech,
    )
    return step({ ...state, waiting: transcribed }, { type: 'store-candidate', id })
  }
  // It is transcribed again when the reply is over.
  if (meaning.kind === 'failed' && mode === 'continuous') return step(state, { type: 'store-candidate', id })
  const rest = { ...state, waiting: waiting.filter((speech) => speech.id !== id) }
  const isStop =
    meaning.kind === 'stop' && waiting.some((speech) => speech.id === id && !speech.isLouderThanEcho)
  if (!isStop) return step(rest, { type: 'drop-candidate', id })
  const stopped = afterReply(rest, at)
  return step(stopped.state, { type: 'drop-candidate', id }, { type: 'interrupt' }, ...stopped.effects)
}

/** An answer counts for the question that it followed, once. */
function onConsentAnswered(state: Replying, id: string, answer: ConsentAnswer): HandsFreeStep {
  const { waiting = [], consent } = state
  const isOpen =
    consent !== undefined && waiting.some((speech) => speech.id === id && speech.answers === consent)
  const rest = { ...state, waiting: waiting.filter((speech) => speech.id !== id) }
  const drop = { type: 'drop-candidate', id } as const
  return isOpen
    ? step({ ...rest, consent: undefined }, drop, {
        type: 'answer-consent',
        callId: consent,
        answer,
      })
    : step(rest, drop)
}

/** Returns the words that are for Vee; undefined if there are none. In voice activation a wake word starts them. */
function wordsOf(meaning: Meaning, mode: Replying['mode']): string | undefined {
  if (meaning.kind === 'wake-word') return meaning.rest === '' ? undefined : meaning.rest
  return meaning.kind === 'words' && mode === 'continuous' ? meaning.text : undefined
}

/** Returns the turn that the speech that waited starts, and the effects that begin it. */
export function turnOfWaitingSpeech({ waiting = [], mode }: Replying): {
  readonly turn: ListeningTurn
  readonly effects: readonly HandsFreeEffect[]
} {
  const taken = waiting.filter(({ words }) => words !== undefined || mode === 'continuous')
  const dropped = waiting.filter((speech) => !taken.includes(speech))
  return {
    turn: { ...NO_TURN, untranscribed: taken.map(({ id }) => id) },
    effects: [
      ...dropped.map(({ id }) => ({ type: 'drop-candidate', id }) as const),
      ...taken.flatMap(({ id, words, wakeWord }): HandsFreeEffect[] => [
        ...(wakeWord === undefined ? [] : [{ type: 'apply-wake-word', word: wakeWord } as const]),
        { type: 'accept-candidate', id, words, isOverVoice: true },
        { type: 'end-utterance', id },
      ]),
    ],
  }
}

/** Returns the state after a reply, with the speech that waited as the next turn. */
export function afterReply(state: Replying, timeMs: number): HandsFreeStep {
  const { turn, effects } = turnOfWaitingSpeech(state)
  if (turn.untranscribed.length === 0) return step(idleStateOf(state.mode, timeMs), ...effects)
  const silentSince = Math.max(...(state.waiting ?? []).map((speech) => speech.silentSince))
  return step({ phase: 'pausing', mode: state.mode, utteranceId: undefined, silentSince, turn }, ...effects)
}

/** Returns the effects when listening ends: speech with words is offered to the user. */
export function offerWaitingSpeech({ waiting = [] }: Replying): readonly HandsFreeEffect[] {
  return waiting.map(({ id, words }) =>
    words === undefined ? { type: 'drop-candidate', id } : { type: 'offer-candidate', id, words },
  )
}
