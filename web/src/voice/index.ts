/**
 * The voice client: everything between microphone, loudspeaker and conversation, without a framework. Exports
 * what the first page includes; other parts are imported from their files, since an index would add them to
 * the first page.
 */
export { createAudioContextProvider, playThrough } from './audio-context.ts'
export { createMicrophone, type MicrophoneWithStandby } from './capture/lazy-microphone.ts'
export type { Microphone } from './capture/microphone.ts'
export type { InterimWords, Transcriber } from './transcription/transcriber.ts'
export type { UtteranceOrigin, Utterance } from './utterances/utterance.ts'
export { mayHaveDatabase, mayHaveStoredUtterances } from './utterances/has-stored-utterances.ts'
export type { HandsFree, VoiceSessionController } from './session/hands-free-port.ts'
export { createLazyTransport, type LazyTransport } from './transport/lazy-transport.ts'
export type { ComposerPort, ConversationPort, ReplyProgress, TurnQuestion } from './session/ports.ts'
export type { VoiceNotice, VoiceSession, VoiceSnapshot } from './session/session-ports.ts'
export { createLazySession, type LazySession } from './session/lazy-session.ts'
export { systemClock, type Clock } from './speak/clock.ts'
export type { VoiceState } from './session/voice-state.ts'
