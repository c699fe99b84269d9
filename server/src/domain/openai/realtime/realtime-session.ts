import { randomUUID } from 'node:crypto'
import { wavHeader } from '@vee/contract/audio/wav-header'
import type { Locale } from '@vee/contract/entities/locale'
import {
  realtimeClientEvent,
  type RealtimeClientEvent,
  type RealtimeResponseRequest,
} from '@vee/contract/openai-realtime/client-events'
import {
  REALTIME_INPUT_MAX_SECONDS,
  REALTIME_SAMPLE_RATE,
  REALTIME_SESSION_MAX_SECONDS,
} from '@vee/contract/openai-realtime/limits'
import { inBackground } from '#lib/background.ts'
import type { Caller } from '../../accounts/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { presentError } from '../../errors/present-error.ts'
import type { Speech } from '../../voice/speech/index.ts'
import { openAiErrorBody } from '../error-body.ts'
import { RealtimeConversation, invalidField, type Item, itemOf, withoutImages } from './conversation.ts'
import { InputAudio, type InputAudioEvent } from './input-audio.ts'
import { keptBytesOf } from './kept-bytes.ts'
import type { RealtimeChannel, ServerEvent } from './ports.ts'
import { type CancelReason, ResponseRun, type ResponseRunDependencies } from './response-run.ts'
import { completionOf } from './session-request.ts'
import {
  describeSession,
  INITIAL_STATE,
  OPENAI_VOICES,
  type SessionState,
  updatedState,
  voiceIdOf,
  type VoiceOption,
  withOptions,
} from './session-state.ts'

/** Recordings of one session that are transcribed at the same time; further ones fail. */
const TRANSCRIPTIONS_MAX = 4
/** Memory of the tools of a session or a response, in bytes. */
const TOOLS_MAX_BYTES = 1024 * 1024
/** Shorter audio cannot be committed, in ms. */
const SHORTEST_COMMIT_MS = 100
const BYTES_PER_MS = (REALTIME_SAMPLE_RATE * 2) / 1_000
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

type EventOf<Type extends RealtimeClientEvent['type']> = Extract<RealtimeClientEvent, { type: Type }>

export interface RealtimeSessionDependencies extends ResponseRunDependencies {
  readonly speech: Pick<Speech, 'transcribe' | 'synthesize' | 'voices'>
  /** milliseconds since 1970 */
  readonly now: () => number
}

export interface RealtimeSessionOptions {
  /** id of an agent */
  readonly model: string
  readonly caller: Caller
  readonly locale: Locale
  readonly channel: RealtimeChannel
  readonly dependencies: RealtimeSessionDependencies
}

/**
 * A session of OpenAI's Realtime protocol with an agent. Speech is transcribed, the agent replies, and the reply is
 * synthesized: by the same use cases, limits and ledger as elsewhere. No conversation is stored.
 */
export class RealtimeSession {
  readonly #options: RealtimeSessionOptions
  readonly #identity: { readonly id: string; readonly model: string; readonly expiresAt: number }
  readonly #conversation = new RealtimeConversation()
  readonly #input = new InputAudio()
  readonly #left = new AbortController()
  readonly #transcriptions = new Set<Promise<boolean>>()
  #state: SessionState = INITIAL_STATE
  #run: ResponseRun | undefined
  /** the last response whose audio may be truncated */
  #spoken: ResponseRun | undefined
  /** what was played of the last response before it was interrupted */
  #heard: string | undefined
  #isSpeaking = false
  /** true if speech with words awaits the response that turn detection starts */
  #isUnanswered = false
  #spokenLanguage: string | undefined
  /** memory of the options, of recordings that are transcribed, and of the last response's request, in bytes */
  #stateBytes = 0
  #transcribedBytes = 0
  #responseBytes = 0

  constructor(options: RealtimeSessionOptions) {
    this.#options = options
    const expiresAt = Math.floor(options.dependencies.now() / 1_000) + REALTIME_SESSION_MAX_SECONDS
    this.#identity = { id: newId('sess'), model: options.model, expiresAt }
    this.#input.setTurnDetection(this.#state.turnDetection)
    this.#emit({ type: 'session.created', session: describeSession(this.#identity, this.#state) })
  }

  /** True while a response or a transcription is in progress. */
  get isBusy(): boolean {
    return this.#run !== undefined || this.#transcriptions.size > 0
  }

  /** Handles an event of the client. Never throws: errors are sent to the client. */
  async handleMessage(message: unknown): Promise<void> {
    const parsed = realtimeClientEvent.safeParse(message)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const path = issue?.path.join('.') ?? ''
      const isUnknown = path === 'type'
      const text = isUnknown ? 'This type of event is unknown.' : (issue?.message ?? 'Invalid event.')
      return this.sendError(invalidField(path, text), eventIdOf(message))
    }
    try {
      await this.#handle(parsed.data)
    } catch (error) {
      this.sendError(error, eventIdOf(message))
    } finally {
      this.#reportKept()
    }
  }

  /** Sends an error in the format of the protocol. */
  sendError(error: unknown, eventId: string | null = null, code?: string): void {
    const { error: body } = openAiErrorBody(presentError(error))
    this.#emit({
      type: 'error',
      error: { ...body, ...(code !== undefined && { code }), event_id: eventId },
    })
  }

  /** Called when the connection ends: cancels everything. */
  leave(): void {
    this.#left.abort()
    this.#run?.leave()
    this.#input.clear()
  }

  #reportKept(): void {
    if (this.#left.signal.aborted) return
    const own = this.#stateBytes + this.#transcribedBytes + this.#responseBytes
    this.#options.channel.keep(own + this.#conversation.keptBytes + this.#input.keptBytes)
  }

  async #handle(event: RealtimeClientEvent): Promise<void> {
    switch (event.type) {
      case 'session.update':
        return this.#update(event)
      case 'input_audio_buffer.append':
        return this.#append(event)
      case 'input_audio_buffer.commit':
        return this.#commit()
      case 'input_audio_buffer.clear':
        this.#isSpeaking = false
        this.#input.clear()
        return this.#emit({ type: 'input_audio_buffer.cleared' })
      case 'conversation.item.create':
        return this.#create(event)
      case 'conversation.item.retrieve':
        return this.#emit({
          type: 'conversation.item.retrieved',
          item: withoutImages(this.#find(event.item_id)),
        })
      case 'conversation.item.truncate':
        return this.#truncate(event)
      case 'conversation.item.delete':
        this.#conversation.delete(event.item_id)
        return this.#emit({ type: 'conversation.item.deleted', item_id: event.item_id })
      case 'response.create':
        return this.#respondTo(event.response ?? {}, event.event_id ?? null)
      case 'response.cancel':
        return this.#cancel(event)
    }
  }

  async #update({ session }: EventOf<'session.update'>): Promise<void> {
    if (session.model && session.model !== this.#identity.model)
      throw invalidField('session.model', 'The model of a session cannot change; open another one.')
    const voice = await this.#voiceOf(session.audio?.output?.voice, 'session.audio.output.voice')
    assertToolsSize(session.tools, 'session.tools')
    this.#state = updatedState(this.#state, session, voice)
    this.#stateBytes = keptBytesOf(this.#state)
    if (session.audio?.input?.turn_detection !== undefined) {
      this.#isSpeaking = false
      this.#input.setTurnDetection(this.#state.turnDetection)
    }
    this.#emit({ type: 'session.updated', session: describeSession(this.#identity, this.#state) })
  }

  /** Returns the id of a voice of this server; undefined for the default voice. Throws VALIDATION. */
  async #voiceOf(voice: VoiceOption | null | undefined, path: string): Promise<string | undefined> {
    const id = voice ? voiceIdOf(voice) : 'default'
    if (id === 'default') return undefined
    const { voices } = await this.#options.dependencies.speech.voices()
    if (voices.some((candidate) => candidate.id === id || candidate.providerVoiceId === id)) return id
    if (OPENAI_VOICES.has(id)) return undefined
    throw invalidField(path, 'This server has no such voice.')
  }

  #append({ audio }: EventOf<'input_audio_buffer.append'>): void {
    const pcm = pcmOf(audio, 'audio')
    if (!this.#input.hasRoom(pcm.length)) {
      const message = `The input audio buffer holds at most ${REALTIME_INPUT_MAX_SECONDS} seconds: commit or clear it.`
      throw new DomainError('TOO_LARGE', message)
    }
    for (const event of this.#input.append(pcm)) this.#onSpeech(event)
  }

  #onSpeech(event: InputAudioEvent): void {
    if (event.type === 'speech-started') {
      this.#isSpeaking = true
      this.#nextItemId = newId('item')
      this.#emit({
        type: 'input_audio_buffer.speech_started',
        audio_start_ms: event.atMs,
        item_id: this.#nextItemId,
      })
      if (this.#state.turnDetection?.interrupt_response !== false) this.#run?.cancel('turn_detected')
      return
    }
    this.#isSpeaking = false
    this.#emit({
      type: 'input_audio_buffer.speech_stopped',
      audio_end_ms: event.atMs,
      item_id: this.#nextItemId,
    })
    const hearing = this.#commitSound(event.pcm, this.#nextItemId)
    inBackground('realtime turn', this.#respondAfter(hearing))
  }
  #nextItemId = newId('item')

  #commit(): void {
    const pcm = this.#input.takeAudio()
    this.#isSpeaking = false
    if (pcm.length < SHORTEST_COMMIT_MS * BYTES_PER_MS) {
      const error = new DomainError(
        'VALIDATION',
        `The input audio buffer has less than ${SHORTEST_COMMIT_MS} ms of audio.`,
      )
      return this.sendError(error, null, 'input_audio_buffer_commit_empty')
    }
    inBackground('realtime transcription', this.#commitSound(pcm, newId('item')))
  }

  /** Adds a message of the user. Resolves with true if it has words. */
  #commitSound(pcm: Uint8Array, id: string): Promise<boolean> {
    const item: Item = {
      id,
      object: 'realtime.item',
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_audio', transcript: null }],
    }
    this.#insert(item)
    const previous_item_id = this.#conversation.previousOf(id)
    this.#emit({ type: 'input_audio_buffer.committed', item_id: id, previous_item_id })
    this.#announce(item)
    return this.#transcribe(item, 0, pcm)
  }

  async #create({
    item: input,
    previous_item_id: after,
  }: EventOf<'conversation.item.create'>): Promise<void> {
    const item = itemOf(input, newId)
    // Checked before anything is added.
    const sounds =
      input.type === 'message'
        ? input.content.map((part, index) =>
            part.type === 'input_audio' && typeof part.transcript !== 'string' && part.audio
              ? pcmOf(part.audio, `item.content.${index}.audio`)
              : undefined,
          )
        : []
    this.#insert(item, after)
    this.#announce(item)
    for (const [index, pcm] of sounds.entries())
      if (pcm) inBackground('realtime transcription', this.#transcribe(item, index, pcm))
  }

  #insert(item: Item, after?: string | null): void {
    for (const id of this.#conversation.insert(item, after))
      this.#emit({ type: 'conversation.item.deleted', item_id: id })
  }

  #announce(item: Item): void {
    const previous_item_id = this.#conversation.previousOf(item.id)
    const shown = withoutImages(item)
    this.#emit({ type: 'conversation.item.added', previous_item_id, item: shown })
    this.#emit({ type: 'conversation.item.done', previous_item_id, item: shown })
  }

  /** Never rejects; resolves with true if the audio has words. */
  #transcribe(item: Item, content_index: number, pcm: Uint8Array): Promise<boolean> {
    // The recording, and its copy with a header.
    const bytes = pcm.length * 2
    this.#transcribedBytes += bytes
    const hearing = this.#transcribed(item, content_index, pcm)
    this.#transcriptions.add(hearing)
    const forget = () => {
      this.#transcriptions.delete(hearing)
      this.#transcribedBytes -= bytes
      this.#conversation.measure(item)
      this.#reportKept()
    }
    inBackground('realtime transcription', hearing.then(forget))
    return hearing
  }

  async #transcribed(item: Item, content_index: number, pcm: Uint8Array): Promise<boolean> {
    const { dependencies, caller } = this.#options
    const { transcription } = this.#state
    const position = { item_id: item.id, content_index }
    try {
      if (this.#transcriptions.size >= TRANSCRIPTIONS_MAX)
        throw new DomainError('RATE_LIMITED', 'Too many recordings are being transcribed.')
      const { text, language, durationSeconds } = await dependencies.speech.transcribe(
        inOnePiece(wavOf(pcm)),
        async () => ({
          language: transcription?.language ?? undefined,
          prompt: transcription?.prompt ?? undefined,
        }),
        { caller },
        this.#left.signal,
      )
      this.#setTranscript(item, content_index, text)
      if (text !== '') this.#spokenLanguage = language ?? this.#spokenLanguage
      if (transcription)
        this.#emit({
          type: 'conversation.item.input_audio_transcription.completed',
          ...position,
          transcript: text,
          usage: { type: 'duration', seconds: durationSeconds },
        })
      return text !== ''
    } catch (error) {
      this.#setTranscript(item, content_index, '')
      const { type, code, message } = openAiErrorBody(presentError(error)).error
      this.#emit({
        type: 'conversation.item.input_audio_transcription.failed',
        ...position,
        error: { type, code, message },
      })
      return false
    }
  }

  #setTranscript(item: Item, index: number, text: string): void {
    const part = item.type === 'message' ? item.content[index] : undefined
    if (part?.type === 'input_audio') part.transcript = text
  }

  /** Starts the response to speech, once its words are known and the user is silent. */
  async #respondAfter(hearing: Promise<boolean>): Promise<void> {
    if (await hearing) this.#isUnanswered = true
    await this.#transcribedSoFar()
    // A cancelled response reports its end first.
    while (this.#run && this.#isUnanswered && !this.#isSpeaking) await this.#run.done
    const { turnDetection } = this.#state
    if (!this.#isUnanswered || this.#isSpeaking || turnDetection?.create_response === false) return
    if (turnDetection && !this.#left.signal.aborted) this.#respond({}, this.#state)
  }

  async #transcribedSoFar(): Promise<void> {
    await Promise.all(this.#transcriptions)
  }

  async #respondTo(request: RealtimeResponseRequest, eventId: string | null): Promise<void> {
    if (this.#run) {
      const error = new DomainError(
        'VALIDATION',
        'A response is in progress. Cancel it, or wait for its end.',
      )
      return this.sendError(error, eventId, 'conversation_already_has_active_response')
    }
    assertToolsSize(request.tools, 'response.tools')
    const voice = await this.#voiceOf(request.audio?.output?.voice, 'response.audio.output.voice')
    this.#respond(request, withOptions(this.#state, request, voice))
  }

  #respond(request: RealtimeResponseRequest, state: SessionState): void {
    const { caller, locale, dependencies, channel, model } = this.#options
    const ownItems = request.input?.map((input) =>
      input.type === 'item_reference' ? this.#find(input.id) : itemOf(input, newId),
    )
    this.#isUnanswered = false
    const run = new ResponseRun(
      {
        id: newId('resp'),
        caller,
        locale,
        state,
        metadata: request.metadata ?? null,
        request: async () => {
          await this.#transcribedSoFar()
          return completionOf(model, state, ownItems ?? this.#conversation.items)
        },
        interruptedAfter: () => {
          const heardText = this.#heard
          this.#heard = undefined
          return heardText
        },
        language: () => this.#spokenLanguage ?? state.transcription?.language ?? locale,
        conversation:
          request.conversation === 'none'
            ? undefined
            : {
                add: (item) => this.#insert(item),
                previousOf: (id) => this.#conversation.previousOf(id),
              },
        newId,
      },
      dependencies,
      {
        send: (event) => channel.send(identified(event)),
        sendPaced: (event) => channel.sendPaced(identified(event)),
      },
    )
    this.#run = run
    this.#spoken = run
    this.#responseBytes = keptBytesOf(request)
    const forget = () => {
      if (this.#run === run) this.#run = undefined
      for (const item of run.output) this.#conversation.measure(item)
      this.#reportKept()
    }
    inBackground('realtime response', run.done.finally(forget))
  }

  #cancel({ response_id: id, event_id }: EventOf<'response.cancel'>): void {
    const run = this.#run
    if (run && (id ?? run.id) === run.id) return run.cancel('client_cancelled' satisfies CancelReason)
    const error = new DomainError('VALIDATION', 'There is no such response in progress.')
    this.sendError(error, event_id ?? null, 'response_cancel_not_active')
  }

  #truncate({ item_id, content_index, audio_end_ms }: EventOf<'conversation.item.truncate'>): void {
    const item = this.#find(item_id)
    const run = this.#spoken
    const isSpoken = item.type === 'message' && item.content[content_index]?.type === 'output_audio'
    if (!isSpoken)
      throw invalidField('item_id', 'Only messages of the assistant with audio can be truncated.')
    // The time of an earlier message's words is no longer known.
    if (run && run.messageId === item_id) {
      if (audio_end_ms > Math.ceil(run.audioMs))
        throw invalidField('audio_end_ms', `The audio of this item is ${Math.round(run.audioMs)} ms long.`)
      this.#heard = run.truncate(audio_end_ms)
    }
    this.#emit({ type: 'conversation.item.truncated', item_id, content_index, audio_end_ms })
  }

  #find(id: string): Item {
    const item = this.#conversation.get(id)
    if (!item) throw invalidField('item_id', 'There is no item with this id.')
    return item
  }

  #emit(event: ServerEvent): void {
    if (!this.#left.signal.aborted) this.#options.channel.send(identified(event))
  }
}

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`
const identified = (event: ServerEvent): ServerEvent => ({ ...event, event_id: newId('event') })

/** Returns the client's id of an event, also of an invalid one. */
function eventIdOf(message: unknown): string | null {
  const id = (message as { readonly event_id?: unknown } | null)?.event_id
  return typeof id === 'string' ? id.slice(0, 512) : null
}

/** Throws VALIDATION for tools that would take too much memory, and too much of every session.updated. */
function assertToolsSize(tools: unknown, path: string): void {
  if (tools !== undefined && keptBytesOf(tools) > TOOLS_MAX_BYTES)
    throw invalidField(path, 'The tools are too large.')
}

/** Throws VALIDATION unless the text is base64 of whole samples. */
function pcmOf(base64: string, path: string): Uint8Array {
  if (!BASE64.test(base64)) throw invalidField(path, 'The audio must be base64.')
  const pcm = Buffer.from(base64, 'base64')
  if (pcm.length % 2 !== 0) throw invalidField(path, 'The audio must be whole samples of 16 bits.')
  return pcm
}

const wavOf = (pcm: Uint8Array): Uint8Array =>
  Buffer.concat([new Uint8Array(wavHeader(pcm.length, REALTIME_SAMPLE_RATE)), pcm])

async function* inOnePiece(bytes: Uint8Array) {
  yield bytes
}
