import { REALTIME_SAMPLE_RATE } from '@vee/contract/openai-realtime/realtime-limits'
import type {
  RealtimeSessionUpdate,
  RealtimeTurnDetection,
} from '@vee/contract/openai-realtime/session-config'

type Tools = NonNullable<RealtimeSessionUpdate['tools']>
type ToolChoice = NonNullable<RealtimeSessionUpdate['tool_choice']>
type Effort = NonNullable<NonNullable<RealtimeSessionUpdate['reasoning']>['effort']>

/** The options of a session in effect. */
export interface SessionState {
  readonly instructions: string
  readonly modality: 'text' | 'audio'
  readonly tools: Tools
  readonly toolChoice: ToolChoice
  readonly allowsParallelToolCalls: boolean | undefined
  readonly maxOutputTokens: number | 'inf'
  readonly effort: Effort | undefined
  /** undefined: the default voice of the language */
  readonly voice: string | undefined
  readonly speed: number
  /** null: no events of transcription */
  readonly transcription: {
    readonly model?: string | null | undefined
    readonly language?: string | null | undefined
    readonly prompt?: string | null | undefined
  } | null
  readonly turnDetection: RealtimeTurnDetection | null
}

export const INITIAL_STATE: SessionState = {
  instructions: '',
  modality: 'audio',
  tools: [],
  toolChoice: 'auto',
  allowsParallelToolCalls: undefined,
  maxOutputTokens: 'inf',
  effort: undefined,
  voice: undefined,
  speed: 1,
  transcription: {},
  turnDetection: { type: 'server_vad' },
}

/** Names of OpenAI's voices; those that this server lacks count as the default voice. */
export const OPENAI_VOICES: ReadonlySet<string> = new Set(
  'alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse'.split(' '),
)

export type VoiceOption = string | { readonly id: string }
export const voiceIdOf = (voice: VoiceOption): string => (typeof voice === 'string' ? voice : voice.id)

/** Options that a session and a response have in common. */
type SharedOptions = Pick<
  RealtimeSessionUpdate,
  | 'instructions'
  | 'output_modalities'
  | 'tools'
  | 'tool_choice'
  | 'parallel_tool_calls'
  | 'max_output_tokens'
  | 'reasoning'
> & {
  readonly audio?:
    | { readonly output?: NonNullable<RealtimeSessionUpdate['audio']>['output'] | undefined }
    | null
    | undefined
}

/**
 * Returns the state with the options that are present.
 *
 * @param voice id of the requested voice, `undefined` for the default one; ignored if the options request none
 */
export function withOptions(
  state: SessionState,
  options: SharedOptions,
  voice: string | undefined,
): SessionState {
  const { output } = options.audio ?? {}
  return {
    ...state,
    instructions: options.instructions ?? state.instructions,
    modality: options.output_modalities?.[0] ?? state.modality,
    tools: options.tools ?? state.tools,
    toolChoice: options.tool_choice ?? state.toolChoice,
    allowsParallelToolCalls: options.parallel_tool_calls ?? state.allowsParallelToolCalls,
    maxOutputTokens: options.max_output_tokens ?? state.maxOutputTokens,
    effort: options.reasoning?.effort ?? state.effort,
    voice: output?.voice ? voice : state.voice,
    speed: output?.speed ?? state.speed,
  }
}

/** As `withOptions`, with the options that only a session has. */
export function updatedState(
  state: SessionState,
  update: RealtimeSessionUpdate,
  voice: string | undefined,
): SessionState {
  const { transcription, turn_detection } = update.audio?.input ?? {}
  return {
    ...withOptions(state, update, voice),
    transcription: transcription === undefined ? state.transcription : transcription,
    turnDetection: turn_detection === undefined ? state.turnDetection : turn_detection,
  }
}

const PCM = { type: 'audio/pcm', rate: REALTIME_SAMPLE_RATE } as const

interface SessionIdentity {
  readonly id: string
  readonly model: string
  /** seconds since 1970 */
  readonly expiresAt: number
}

/** Returns the session as `session.created` and `session.updated` contain it. */
export const describeSession = ({ id, model, expiresAt }: SessionIdentity, state: SessionState) => ({
  type: 'realtime' as const,
  object: 'realtime.session' as const,
  id,
  model,
  expires_at: expiresAt,
  instructions: state.instructions,
  output_modalities: [state.modality],
  tools: state.tools,
  tool_choice: state.toolChoice,
  max_output_tokens: state.maxOutputTokens,
  audio: {
    input: {
      format: PCM,
      transcription: state.transcription,
      noise_reduction: null,
      turn_detection: describeDetection(state.turnDetection),
    },
    output: { format: PCM, voice: state.voice ?? 'default', speed: state.speed },
  },
})

function describeDetection(detection: RealtimeTurnDetection | null) {
  if (!detection) return null
  const shared = {
    type: detection.type,
    create_response: detection.create_response ?? true,
    interrupt_response: detection.interrupt_response ?? true,
  }
  if (detection.type === 'semantic_vad') return { ...shared, eagerness: detection.eagerness ?? 'auto' }
  return {
    ...shared,
    threshold: detection.threshold ?? 0.5,
    prefix_padding_ms: detection.prefix_padding_ms ?? 300,
    silence_duration_ms: detection.silence_duration_ms ?? 500,
    idle_timeout_ms: null,
  }
}
