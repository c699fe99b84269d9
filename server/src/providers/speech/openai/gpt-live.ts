import { pcmSamples } from '@vee/contract/audio/pcm-samples'
import { z } from 'zod'
import { base64Pcm } from '../../sound/base64-pcm.ts'
import { createPcmResampler } from '../../sound/resample.ts'
import { AutomaticTurns } from '../live-models/automatic-turns.ts'
import {
  LIVE_MODEL_INPUT_RATE,
  LIVE_MODEL_OUTPUT_RATE,
  type LiveModel,
  type LiveModelEvent,
  type LiveModelPrice,
  type LiveModelRequest,
  type LiveModelSession,
} from '../live-models/live-model.ts'
import { EventQueue } from '../../wire/event-queue.ts'
import { VendorSocket } from '../../wire/vendor-socket.ts'
import { isFatal, liveFailure } from './live-failures.ts'

const PROVIDER = { id: 'openai', name: 'OpenAI' } as const
const PCM = { type: 'audio/pcm', rate: LIVE_MODEL_OUTPUT_RATE }
const SESSION_SECONDS = 3_600
const PING_MS = 15_000
/** The model listens while it speaks and marks no ends: a reply is over when it was quiet for this long, in ms. */
const QUIET_MS = 700
/** The words of a turn are complete when none followed for this long and the model responds, in ms. */
const WORDS_MS = 500
/** Samples below this, as RMS, are silence: the model's audio may be continuous. */
const SILENCE_RMS = 0.002
/** Audio before the session is started, in messages of 40 ms: ten seconds. */
const MAX_WAITING = 250
/** Characters of one commentary, which may have 500 tokens. */
const COMMENTARY_LENGTH = 1_000

const VOICES = ['marin', 'cedar', 'quartz', 'gleam', 'meridian', 'willow', 'coral', 'ash', 'sage', 'verse']

const serverEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.started') }),
  z.object({ type: z.literal('session.instructions.appended') }),
  z.object({ type: z.literal('session.output_audio.delta'), delta: z.base64() }),
  z.object({ type: z.literal('session.output_transcript.delta'), delta: z.string() }),
  z.object({ type: z.literal('session.input_transcript.delta'), delta: z.string() }),
  z.object({
    type: z.literal('session.delegation.created'),
    delegation: z.object({ id: z.string(), target: z.string() }),
  }),
  z.object({
    type: z.literal('session.usage.updated'),
    usage: z.object({ seconds: z.number().nonnegative() }),
  }),
  z.object({
    type: z.literal('session.closed'),
    reason: z.string(),
    usage: z.object({ seconds: z.number().nonnegative() }).nullish(),
  }),
  z.object({
    type: z.literal('error'),
    error: z.object({ code: z.string().nullish(), type: z.string().nullish() }).nullish(),
  }),
])
type ServerEvent = z.infer<typeof serverEvent>

export interface GptLiveOptions {
  readonly apiKey: string | undefined
  /** with its /v1 */
  readonly baseUrl: string
  readonly model: string
  readonly price: LiveModelPrice
  /** until the connection is open, in ms */
  readonly timeoutMs: number
}

/**
 * A model of OpenAI's Live API in client delegation (https://developers.openai.com/api/docs/guides/live-delegation): it
 * speaks and listens at the same time, takes turns by itself, and delegates what needs thought or tools to the agent.
 */
export const createGptLive = (options: GptLiveOptions): LiveModel => ({
  id: `${PROVIDER.id}:${options.model}`,
  provider: PROVIDER,
  model: options.model,
  location: 'vendor',
  price: options.price,
  voices: VOICES.map((id) => ({ id, name: `${id.slice(0, 1).toUpperCase()}${id.slice(1)}` })),
  maxSeconds: SESSION_SECONDS,
  usesTools: true,
  turns: 'automatic',
  open: (request, signal) => new GptLiveSession(options, request, signal),
})

class GptLiveSession implements LiveModelSession {
  readonly events: EventQueue<LiveModelEvent> = new EventQueue()
  readonly #socket: VendorSocket
  readonly #resampler = createPcmResampler(LIVE_MODEL_INPUT_RATE, LIVE_MODEL_OUTPUT_RATE)
  /** messages until the session is started; undefined afterwards */
  #waiting: object[] | undefined = []
  #billedSeconds = 0
  readonly #turns = new AutomaticTurns(this.events, WORDS_MS, () => this.#emitDelegations())
  /** delegations that wait for the words of their turn */
  #delegations: string[] = []
  #quietTimer: NodeJS.Timeout | undefined
  /** typed messages and answers to delegations that are not spoken yet */
  #expected = 0
  #isResponding = false
  /** silence since the last sound of the response */
  #pause: Buffer[] = []
  /** the response was cancelled: the rest of it is dropped */
  #isDropping = false

  constructor(options: GptLiveOptions, request: LiveModelRequest, signal: AbortSignal) {
    const { apiKey, baseUrl, model, timeoutMs } = options
    this.#socket = new VendorSocket({
      provider: PROVIDER,
      url: `${baseUrl}/live/sessions`,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      timeoutMs,
      pingMs: PING_MS,
      signal,
      // The session is billed until the vendor has closed it.
      farewell: JSON.stringify({ type: 'session.close' }),
      onMessage: (message) => this.#receive(message),
      onEnd: (failure) => {
        this.#turns.dispose()
        clearTimeout(this.#quietTimer)
        this.events.end(failure)
      },
    })
    this.#socket.send(JSON.stringify({ type: 'session.start', session: sessionOf(model, request) }))
  }

  pushAudio(pcm: Uint8Array): void {
    const samples = this.#resampler.push(pcmSamples(pcm))
    if (samples.length > 0) this.#send({ type: 'session.input_audio.append', audio: base64Pcm(samples) })
  }

  /** The protocol has no typed messages of the user. */
  say(text: string): void {
    this.cancel()
    this.#expected += 1
    const content = `The person typed this message. Answer it aloud now: ${JSON.stringify(text)}`
    this.#send({ type: 'session.instructions.append', delegation_id: null, content })
  }

  respond(): void {}

  /** There is no such request: the rest of the response is dropped here. */
  cancel(): void {
    this.#delegations = []
    if (this.#isResponding) this.#isDropping = true
  }

  truncate(): void {}

  forget(): void {}

  answerToolCall(): void {}

  addCommentary(delegationId: string, text: string): void {
    this.#expected = Math.max(this.#expected, 1)
    for (let start = 0; start < text.length; start += COMMENTARY_LENGTH)
      this.#send({
        type: 'session.commentary.append',
        delegation_id: delegationId,
        content: text.slice(start, start + COMMENTARY_LENGTH),
      })
  }

  close(): void {
    this.#socket.close()
  }

  #send(event: object): void {
    if (!this.#waiting) return this.#socket.send(JSON.stringify(event))
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(event)
  }

  #receive(message: unknown): void {
    const event = serverEvent.safeParse(message).data
    // Events that are unknown or not needed here are ignored.
    if (event) this.#handleEvent(event)
  }

  #handleEvent(event: ServerEvent): void {
    switch (event.type) {
      case 'session.started':
        return this.#onStarted()
      case 'session.instructions.appended':
        // What comes before it belongs to the response that the message interrupted.
        if (this.#isDropping) this.#endResponse('stopped')
        return
      case 'session.output_audio.delta':
        return this.#onAudio(Buffer.from(event.delta, 'base64'))
      case 'session.output_transcript.delta':
        this.#onOutput()
        if (!this.#isDropping) this.events.push({ type: 'words', text: event.delta })
        return
      case 'session.input_transcript.delta':
        if (event.delta !== '') this.#turns.add(event.delta)
        return
      case 'session.delegation.created':
        if (event.delegation.target === 'client') this.#onDelegation(event.delegation.id)
        return
      case 'session.usage.updated':
        return this.#onUsage(event.usage.seconds)
      case 'session.closed':
        if (event.usage) this.#onUsage(event.usage.seconds)
        return this.#onClosed(event.reason)
      case 'error':
        if (this.#waiting || isFatal(event.error ?? {}))
          this.#socket.fail(liveFailure(PROVIDER, event.error?.code ?? event.error?.type))
        return
    }
  }

  #onStarted(): void {
    const waiting = this.#waiting
    if (!waiting) return
    this.#waiting = undefined
    this.events.push({ type: 'started' })
    for (const event of waiting) this.#send(event)
  }

  #onUsage(seconds: number): void {
    const added = seconds - this.#billedSeconds
    if (added <= 0) return
    this.#billedSeconds = seconds
    this.events.push({ type: 'usage', usage: { by: 'seconds', seconds: added } })
  }

  #onClosed(reason: string): void {
    if (reason === 'content' || reason === 'connection_lost')
      return this.#socket.fail(liveFailure(PROVIDER, reason))
    this.events.push({ type: 'expiring', secondsLeft: 0 })
    this.#socket.close()
  }

  #onAudio(pcm: Buffer): void {
    // Pauses are a part of a reply if more of it follows.
    if (isSilent(pcm)) {
      if (this.#isResponding) this.#pause.push(pcm)
      return
    }
    this.#onOutput()
    if (this.#isDropping) return
    for (const sound of [...this.#pause.splice(0), pcm]) this.events.push({ type: 'audio', pcm: sound })
  }

  /** Called with all output of the model: the turn of the user that it answers has ended. */
  #onOutput(): void {
    clearTimeout(this.#quietTimer)
    this.#quietTimer = setTimeout(() => this.#endResponse('stop'), QUIET_MS).unref()
    if (this.#isResponding) return
    this.#isResponding = true
    if (!this.#turns.isOpen && this.#expected > 0) this.#expected -= 1
    else this.#turns.end()
  }

  /** The task of a delegation is what the user said: its words come first. */
  #onDelegation(id: string): void {
    this.#delegations.push(id)
    if (this.#turns.isOpen) this.#turns.end()
    else this.#emitDelegations()
  }

  #emitDelegations(): void {
    for (const id of this.#delegations.splice(0)) this.events.push({ type: 'delegation', id })
  }

  #endResponse(reason: 'stop' | 'stopped'): void {
    clearTimeout(this.#quietTimer)
    if (!this.#isResponding) return
    const ended = this.#isDropping ? 'stopped' : reason
    this.#isResponding = false
    this.#isDropping = false
    this.#pause = []
    this.events.push({ type: 'response-ended', reason: ended })
  }
}

function isSilent(pcm: Buffer): boolean {
  let energy = 0
  for (let index = 0; index + 1 < pcm.length; index += 2) energy += (pcm.readInt16LE(index) / 0x8000) ** 2
  return Math.sqrt(energy / Math.max(1, pcm.length / 2)) < SILENCE_RMS
}

/** What the model may answer itself, and what it delegates. */
const DELEGATION = `# Delegation
Delegate every request that needs facts, thought, calculation, tools or more than a sentence of answer. Until the answer comes, say briefly that you are on it. Say what you receive as commentary in your own voice, completely, and add nothing to it. Greetings, small talk and questions back you answer yourself.`

function sessionOf(model: string, { instructions, voice, history }: LiveModelRequest): object {
  return {
    model,
    instructions: `${instructions}\n\n${DELEGATION}`,
    audio: { format: PCM, output: { voice } },
    delegation: { type: 'client' },
    ...(history.length > 0 && {
      input: history.map(({ role, text }) => ({
        type: 'message',
        role,
        content: [role === 'user' ? { type: 'input_text', text } : { type: 'output_text', text }],
      })),
    }),
  }
}
