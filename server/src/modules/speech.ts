import type { Caller } from '#domain/accounts/index.ts'
import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import type { Ledger } from '#domain/money/ledger/index.ts'
import type { CallerRateLimits } from '#domain/money/caller-limits/index.ts'
import { createRealtime, type Realtime } from '#domain/openai/index.ts'
import { createLiveModelCatalogue, createLiveModels } from '#domain/voice/live-model/index.ts'
import { createSocketTurns, type SocketTurns } from '#domain/voice/socket-turns/index.ts'
import type { ConversationWriter } from '#domain/conversations/index.ts'
import { teamTerms } from '#domain/organizations/index.ts'
import { type Replies, speculative, type LiveModelAgents } from '#domain/replies/index.ts'
import { createSpeech, type Speech } from '#domain/voice/speech/index.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import { createLiveModelRegistry } from '#providers/speech/live-models/live-model-registry.ts'
import {
  createOwnSpeech,
  createSpeechRegistry,
  type SpeechRegistry,
} from '#providers/speech/speech-registry.ts'
import { observedSocketTurns } from '../observe/observed-socket-turns.ts'
import { observedSpeech } from '../observe/observed-uses.ts'
import type { StageObserver } from '../observe/stages.ts'
import { SPEECH_WORKER } from '#lib/project-files.ts'
import { speechRoutes } from '../routes/speech.ts'
import type { Module, ModuleContext } from './module.ts'

interface SpeechDependencies {
  readonly agents: AgentCatalogue
  readonly ledger: Ledger
  readonly limits: CallerRateLimits
  readonly replies: Replies
  readonly liveModelAgents: LiveModelAgents
  readonly conversationWriter: ConversationWriter
  /** is notified of the stages of turns */
  readonly observer: StageObserver | undefined
  /** endpoints added by the host */
  readonly endpoints: () => readonly EndpointConnection[]
  /** folders that are searched for programs, in the format of PATH */
  readonly searchPath: string
}

interface SpeechServices {
  readonly speech: Speech
  readonly socketTurns: SocketTurns
  /** OpenAI's Realtime protocol */
  readonly realtime: Realtime
  readonly speechProviders: SpeechRegistry
}

/** The vendors of speech that accept own keys are OpenAI's alone. */
const NO_OWN_SPEECH = { stt: () => undefined, tts: () => undefined }

/** Creates speech: its endpoints, and socket turns. */
export function createSpeechModule(
  { settings, database, log, now }: ModuleContext,
  dependencies: SpeechDependencies,
): Module<SpeechServices> {
  const {
    agents,
    ledger,
    limits,
    replies,
    liveModelAgents,
    conversationWriter,
    observer,
    endpoints,
    searchPath,
  } = dependencies
  const providerContext = {
    timeoutMs: settings.providerTimeoutMs,
    searchPath,
    workerProgram: SPEECH_WORKER,
    dataDir: settings.dataDir,
  }
  const speechProviders = createSpeechRegistry(settings.speech, providerContext, endpoints)
  const ownSpeech = settings.ownKeyVendors.includes('openai')
    ? createOwnSpeech(settings.speech, providerContext)
    : NO_OWN_SPEECH
  const speechWith = (payer: Parameters<typeof createSpeech>[0]['ledger']) => ({
    get stt() {
      return speechProviders.stt
    },
    get tts() {
      return speechProviders.tts
    },
    ownSpeech,
    ledger: payer,
    teamTerms: (caller: Caller) => teamTerms(database, caller),
  })
  const observed = (unobservedSpeech: Speech) =>
    observer ? observedSpeech(unobservedSpeech, observer) : unobservedSpeech
  const speech = observed(createSpeech(speechWith(ledger)))
  const speculativeSpeech = observed(createSpeech(speechWith(speculative(ledger))))
  const allowSpeculation = (caller: Caller) => limits.countSpeculation(caller)
  const liveModelCatalogue = createLiveModelCatalogue({
    models: createLiveModelRegistry(settings.liveModels.variables, {
      openai: settings.openai,
      gemini: settings.gemini,
      timeoutMs: settings.providerTimeoutMs,
    }),
    access: settings.liveModels.access,
    maxSeconds: settings.liveModels.maxSeconds,
    ledger,
  })
  const liveModels = createLiveModels({
    catalogue: liveModelCatalogue,
    liveModelAgents,
    conversations: conversationWriter,
    replies,
    ledger,
    maxSeconds: settings.liveModels.maxSeconds,
    onFailure: (failure) => log.error({ err: failure }, 'live model failed'),
  })
  const socketTurns = createSocketTurns({ replies, speech, speculativeSpeech, allowSpeculation, liveModels })
  return {
    services: {
      realtime: createRealtime({ agents, replies, speech, now }),
      speech,
      socketTurns: observer ? observedSocketTurns(socketTurns, observer) : socketTurns,
      speechProviders,
    },
    routes: speechRoutes(speech, liveModelCatalogue),
    drain: () => liveModels.close(),
  }
}
