import { expect } from 'vitest'
import type { SocketAnswer } from '../contract/src/socket/messages.ts'
import { socketAnswer, socketRequest } from '../contract/src/socket/messages.ts'
import type { ConversationMessage } from '../contract/src/entities/conversation.ts'
import { loadAgents } from '../server/src/agents/index.ts'
import type { LiveModel, LiveModelPrice } from '../server/src/providers/speech/live-models/live-model.ts'
import { createOpenAiRealtime } from '../server/src/providers/speech/openai/openai-realtime.ts'
import { type LiveModelProtocol, startLiveModelService } from './live-model/index.ts'
import { openAiRealtime } from './live-model/openai.ts'
import { createOpenLedger } from './open-ledger.ts'
import { AGENTS_DIRECTORY } from '../server/src/lib/project-files.ts'
import type { Caller } from '../server/src/domain/accounts/index.ts'
import { createAgentCatalogue } from '../server/src/domain/agents/catalogue/index.ts'
import type { ConversationWriter } from '../server/src/domain/conversations/index.ts'
import { visitor } from '../server/src/domain/money/ledger/fixtures/callers.ts'
import type { Ledger } from '../server/src/domain/money/ledger/index.ts'
import { createLiveModelAgents, type Replies } from '../server/src/domain/replies/index.ts'
import type { Sources } from '../server/src/domain/sources/index.ts'
import { toolboxOf } from '../server/src/domain/tools/fixtures/toolbox-of.ts'
import type { Tool } from '../server/src/domain/tools/index.ts'
import {
  LIVE_MODEL_LIMITS,
  type LiveModelLimits,
} from '../server/src/domain/voice/live-model/live-model-limits.ts'
import { createLiveModels } from '../server/src/domain/voice/live-model/live-models.ts'
import { createLiveModelCatalogue } from '../server/src/domain/voice/live-model/live-model-catalogue.ts'

const noReplies = (): never => {
  throw new Error('this model delegates nothing')
}
const agents = createAgentCatalogue(loadAgents(AGENTS_DIRECTORY))

interface Stored {
  readonly question: string
  readonly replyId: string
  readonly reply?: Pick<ConversationMessage, 'content' | 'finishReason'>
}

interface PlaceOptions {
  readonly limits?: Partial<LiveModelLimits>
  readonly maxSeconds?: number
  readonly tools?: readonly Tool[]
  readonly price?: LiveModelPrice
  readonly ledger?: Pick<Ledger, 'reserve' | 'allowance'>
  readonly storeQuestion?: ConversationWriter['storeQuestion']
  readonly protocol?: LiveModelProtocol
  readonly replies?: Pick<Replies, 'start'>
  readonly modelOf?: (url: string) => LiveModel
  readonly sources?: Sources
}

const openAiAt = (price: LiveModelPrice) => (url: string) =>
  createOpenAiRealtime({
    id: 'openai',
    name: 'OpenAI',
    location: 'vendor',
    apiKey: 'sk-test',
    baseUrl: `${url}/v1`,
    model: 'gpt-realtime-2.1',
    transcriptionModel: 'gpt-4o-mini-transcribe',
    price,
    timeoutMs: 5_000,
  })

/** Conversations with a live model at a fake vendor, over real connections to it. */
export async function createLiveModelHarness(options: PlaceOptions = {}) {
  const vendor = await startLiveModelService(options.protocol ?? openAiRealtime({ apiKey: 'sk-test' }))
  const model = (options.modelOf ?? openAiAt(options.price ?? 'free'))(vendor.url)
  const openLedger = createOpenLedger()
  const ledger = options.ledger ?? openLedger
  const stored: Stored[] = []
  const failures: unknown[] = []
  const toolbox = toolboxOf(...(options.tools ?? []))
  const maxSeconds = options.maxSeconds ?? 3_600
  const service = createLiveModels({
    catalogue: createLiveModelCatalogue({ models: [model], access: 'everyone', maxSeconds, ledger }),
    liveModelAgents: createLiveModelAgents({
      agents,
      personas: { of: async () => null },
      toolbox,
      sources: options.sources,
      now: () => 1_700_000_000_000,
    }),
    conversations: {
      storeQuestion:
        options.storeQuestion ??
        (async ({ messages, replyId }) => {
          const question = messages.at(-1)?.content ?? ''
          stored.push({ question, replyId })
          return {
            storeReply: async ({ content, finishReason }) => {
              stored.push({ question, replyId, reply: { content, finishReason } })
              return true
            },
          }
        }),
    },
    replies: options.replies ?? { start: noReplies },
    ledger,
    maxSeconds,
    onFailure: (failure) => void failures.push(failure),
    limits: { ...LIVE_MODEL_LIMITS, ...options.limits },
  })
  const open = (caller: Caller = visitor) => openSocket(service, caller)
  return {
    vendor,
    ledger: openLedger,
    stored,
    /** what operators are shown */
    failures,
    /** the stored replies */
    get storedReplies() {
      return stored.flatMap(({ question, reply }) => (reply ? [{ question, ...reply }] : []))
    },
    toolbox,
    service,
    open,
    async close() {
      await service.close()
      await vendor.close()
    },
  }
}

export type LiveModelHarness = Awaited<ReturnType<typeof createLiveModelHarness>>

function openSocket(service: ReturnType<typeof createLiveModels>, caller: Caller) {
  const answers: SocketAnswer[] = []
  const wakes = new Set<() => void>()
  let audioBytes = 0
  const conversations = service.open(caller, 'en', {
    send(answer) {
      // Every message has the form of the contract.
      answers.push(socketAnswer.parse(answer))
      for (const wake of wakes) wake()
    },
    sendAudio: async (bytes) => {
      audioBytes += bytes.length
    },
  })
  const ofType = <T extends SocketAnswer['type']>(type: T) =>
    answers.filter((answer): answer is Extract<SocketAnswer, { type: T }> => answer.type === type)
  const socket = {
    answers,
    ofType,
    get audioMs() {
      return audioBytes / 48
    },
    get isBusy() {
      return conversations.isBusy
    },
    say(request: object) {
      const parsed = socketRequest.parse(request)
      if (!('liveId' in parsed)) throw new Error('not a request about a live model')
      conversations.handleRequest(parsed)
    },
    start(more: object = {}) {
      socket.say({
        type: 'live-start',
        liveId: 'live-1',
        agentId: 'v_agent',
        conversationId: 'conv-1',
        language: 'en',
        ...more,
      })
    },
    sound: (pcm: Uint8Array) => conversations.handleAudio(pcm),
    handleClose: () => conversations.handleClose(),
    /** Resolves with the n-th message of that type. */
    until: <T extends SocketAnswer['type']>(type: T, times = 1) =>
      new Promise<Extract<SocketAnswer, { type: T }>>((resolve, reject) => {
        const look = () => {
          const answer = ofType(type)[times - 1]
          const [ended] = ofType('live-ended')
          if (!answer && !ended) return
          wakes.delete(look)
          if (answer) resolve(answer)
          else reject(new Error(`ended before ${type}: ${JSON.stringify(ended)}`))
        }
        wakes.add(look)
        look()
      }),
    /** Speaks for that time, and is silent until the vendor ends the turn. */
    speak(seconds = 1) {
      for (let frame = 0; frame < seconds * 25; frame += 1) conversations.handleAudio(TONE)
      for (let frame = 0; frame < 16; frame += 1) conversations.handleAudio(SILENCE)
    },
    /** Starts a conversation that is ready. */
    async started(more: object = {}) {
      socket.start(more)
      return socket.until('live-started')
    },
    /** Returns the id of the reply in progress. */
    replyId: () => ofType('live-reply-started').at(-1)?.replyId ?? '',
    expectEnd(reason: string) {
      expect(ofType('live-ended')).toEqual([expect.objectContaining({ reason })])
    },
  }
  return socket
}

const FRAME_BYTES = 1_280
export const SILENCE = new Uint8Array(FRAME_BYTES)
const TONE = new Uint8Array(
  Int16Array.from({ length: FRAME_BYTES / 2 }, (_, index) => Math.round(9_000 * Math.sin(index / 8))).buffer,
)
