import type { Caller } from '#domain/accounts/index.ts'
import type { Ledger } from '#domain/ledger/index.ts'
import type { Limits } from '#domain/limits/index.ts'
import { createLive, type Live } from '#domain/voice/live/index.ts'
import { type Replies, speculative } from '#domain/replies/index.ts'
import { createSpeech, type Speech } from '#domain/voice/speech/index.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import {
  createOwnSpeech,
  createSpeechRegistry,
  type SpeechRegistry,
} from '#providers/speech/speech-registry.ts'
import { observedLive } from '../observe/observed-live.ts'
import { observedSpeech } from '../observe/observed-uses.ts'
import type { StageObserver } from '../observe/stages.ts'
import { SPEECH_WORKER } from '../project-files.ts'
import { speechRoutes } from '../routes/speech.ts'
import type { Module, ModuleContext } from './module.ts'

interface SpeechDependencies {
  readonly ledger: Ledger
  readonly limits: Limits
  readonly replies: Replies
  /** is notified of the stages of turns */
  readonly observer: StageObserver | undefined
  /** endpoints added by the host */
  readonly endpoints: () => readonly EndpointConnection[]
  /** folders that are searched for programs, in the format of PATH */
  readonly searchPath: string
}

interface SpeechServices {
  readonly speech: Speech
  readonly live: Live
  readonly speechProviders: SpeechRegistry
}

/** Creates speech: its endpoints, and live turns. */
export function createSpeechModule(
  { settings }: ModuleContext,
  { ledger, limits, replies, observer, endpoints, searchPath }: SpeechDependencies,
): Module<SpeechServices> {
  const providerContext = {
    timeoutMs: settings.providerTimeoutMs,
    searchPath,
    workerProgram: SPEECH_WORKER,
    dataDir: settings.dataDir,
  }
  const speechProviders = createSpeechRegistry(settings.speech, providerContext, endpoints)
  const ownSpeech = createOwnSpeech(settings.speech, providerContext)
  const dependencies = (payer: Parameters<typeof createSpeech>[0]['ledger']) => ({
    get stt() {
      return speechProviders.stt
    },
    get tts() {
      return speechProviders.tts
    },
    ownSpeech,
    ledger: payer,
  })
  const observed = (plain: Speech) => (observer ? observedSpeech(plain, observer) : plain)
  const speech = observed(createSpeech(dependencies(ledger)))
  const speculativeSpeech = observed(createSpeech(dependencies(speculative(ledger))))
  const allowSpeculation = (caller: Caller) => limits.countSpeculation(caller)
  const live = createLive({ replies, speech, speculativeSpeech, allowSpeculation })
  return {
    services: { speech, live: observer ? observedLive(live, observer) : live, speechProviders },
    routes: speechRoutes(speech),
  }
}
