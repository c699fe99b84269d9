export { createCompletions, type Completions } from './completions.ts'
export { openAiErrorBody } from './error-body.ts'
export { createRealtime, type Realtime } from './realtime/realtime.ts'
export type { RealtimeSession } from './realtime/realtime-session.ts'
