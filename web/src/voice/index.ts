/**
 * The voice client: everything between a microphone, a loudspeaker and a conversation. Knows no framework. Here is what the
 * first page holds of it; what comes with the first turn is imported from its own place, as the first page would carry it.
 */
export { createAudioContextProvider, playThrough } from './audio-context.ts'
export { createMicrophone } from './capture/lazy-microphone.ts'
export type { Microphone } from './capture/microphone.ts'
export type { Transcriber } from './hear/transcriber.ts'
export type { Place, Utterance } from './hear/utterance.ts'
export { mayHaveStoredUtterances } from './hear/has-stored-utterances.ts'
export type { HandsFree, VoiceSessionController } from './session/hands-free-port.ts'
export { createLazyLive, type Live } from './live/lazy-live.ts'
export type { ComposerPort, ConversationPort, ReplyProgress } from './session/ports.ts'
export type { VoiceNotice, VoiceSession, VoiceSnapshot } from './session/session-ports.ts'
export { createLazySession, type LazySession } from './session/lazy-session.ts'
export { systemClock as browserClock } from './speak/clock.ts'
export type { VoiceState } from './session/voice-state.ts'
