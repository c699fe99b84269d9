import { randomUUID } from 'node:crypto'
import { wavHeader } from '@vee/contract/audio/wav-header'
import type { Locale } from '@vee/contract/entities/locale'
import {
  realtimeClientEvent,
  type RealtimeClientEvent,
  type RealtimeResponseRequest,
} from '@vee/contract/openai-realtime/client-events'
import {
  MAX_REALTIME_INPUT_SECONDS,
  REALTIME_SAMPLE_RATE,
  MAX_REALTIME_SESSION_SECONDS,
} from '@vee/contract/openai-realtime/realtime-limits'
import { TurnMachine } from '@vee/contract/turns/machine'
import { inBackground } from '#lib/background.ts'
import { publishTurnDecision } from '#lib/turn-decisions.ts'
import type { Caller } from '../../accounts/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { presentError } from '../../errors/present-error.ts'
import type { Speech } from '../../voice/speech/index.ts'
import { openAiErrorBody } from '../error-body.ts'
import { RealtimeConversation, invalidField, type Item, itemOf, withoutImages } from './conversation.ts'
import { InputAudio, type InputAudioEvent } from './input-audio.ts'
import { keptBytesOf } from './kept-bytes.ts'
import type { RealtimeChannel, ServerEvent } from './ports.ts'
import {
  type RealtimeEffect,
  type RealtimeState,
  realtimeStateName,
  realtimeTransition,
  type RealtimeTurnEvent,
  type RejectionCode,
  MIN_COMMIT_MS,
  SILENT,
} from './realtime-machine.ts'
import { ResponseRun, type ResponseRunDependencies } from './response-run.ts'
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
const MAX_TRANSCRIPTIONS = 4
/** Memory of the tools of a session or a response, in bytes. */
const MAX_TOOLS_BYTES = 1024 * 1024
const BYTES_PER_MS = (REALTIME_SAMPLE_RATE * 2) / 1_000
const REJECTIONS: Readonly<Record<RejectionCode, string>> = {
  input_audio_buffer_commit_empty: `The input audio buffer has less than ${MIN_COMMIT_MS} ms of audio.`,
  conversation_already_has_active_response: 'A response is in progress. Cancel it, or wait for its end.',
  response_cancel_not_active: 'There is no such response in progress.',
}
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
  readonly #machine: TurnMachine<RealtimeState, RealtimeTurnEvent, RealtimeEffect>
  #state: SessionState = INITIAL_STATE
  #response: ResponseRun | undefined
  /** the last response whose audio may be truncated */
  #spoken: ResponseRun | undefined
  /** what was played of the last response before it was interrupted */
  #playedText: string | undefined
  #spokenLanguage: string | undefined
  /** memory of the options, of recordings that are transcribed, and of the last response's request, in bytes */
  #stateBytes = 0
  #transcribedBytes = 0
  #responseBytes = 0

  constructor(options: RealtimeSessionOptions) {
    this.#options = options
    const expiresAt = Math.floor(options.dependencies.now() / 1_000) + MAX_REALTIME_SESSION_SECONDS
    this.#identity = { id: newId('sess'), model: options.model, expiresAt }
    this.#machine = new TurnMachine({
      name: 'realtime',
      initial: SILENT,
      transition: realtimeTransition,
      run: (effect) => this.#run(effect),
      nameOf: realtimeStateName,
      observe: publishTurnDecision,
    })
    this.#setTurnDetection()
    this.#emit({ type: 'session.created', session: describeSession(this.#identity, this.#state) })
  }

  /** True while a response or a transcription is in progress. */
  get isBusy(): boolean {
    return this.#response !== undefined || this.#transcriptions.size > 0
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
  handleClose(): void {
    this.#left.abort()
    this.#response?.handleClose()
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
        this.#machine.dispatch({ type: 'audio-cleared' })
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
    if (session.audio?.input?.turn_detection !== undefined) this.#setTurnDetection()
    this.#emit({ type: 'session.updated', session: describeSession(this.#identity, this.#state) })
  }

  #setTurnDetection(): void {
    const { turnDetection } = this.#state
    this.#input.setTurnDetection(turnDetection)
    const detection = turnDetection && {
      interrupts: turnDetection.interrupt_response !== false,
      responds: turnDetection.create_response !== false,
    }
    this.#machine.dispatch({ type: 'detection-changed', detection: detection ?? undefined })
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
      const message = `The input audio buffer holds at most ${MAX_REALTIME_INPUT_SECONDS} seconds: commit or clear it.`
      throw new DomainError('TOO_LARGE', message)
    }
    for (const event of this.#input.append(pcm)) this.#onSpeech(event)
  }

  #onSpeech(event: InputAudioEvent): void {
    this.#machine.dispatch(event.type === 'speech-started' ? { ...event, itemId: newId('item') } : event)
  }

  #commit(): void {
    const pcm = this.#input.takeAudio()
    const ms = pcm.length / BYTES_PER_MS
    this.#machine.dispatch({ type: 'audio-committed', pcm, ms, itemId: newId('item') })
  }

  #run(effect: RealtimeEffect): void {
    switch (effect.type) {
      case 'announce-speech-start': {
        const { atMs: audio_start_ms, itemId: item_id } = effect
        return this.#emit({ type: 'input_audio_buffer.speech_started', audio_start_ms, item_id })
      }
      case 'announce-speech-end': {
        const { atMs: audio_end_ms, itemId: item_id } = effect
        return this.#emit({ type: 'input_audio_buffer.speech_stopped', audio_end_ms, item_id })
      }
      case 'commit-audio':
        return this.#commitSound(effect)
      case 'start-response':
        // A session that the client has left starts nothing more.
        return this.#left.signal.aborted ? undefined : this.#respond(effect)
      case 'cancel-response':
        return this.#response?.cancel(effect.cancelReason)
      case 'reject-request': {
        const { code, eventId } = effect
        return this.sendError(new DomainError('VALIDATION', REJECTIONS[code]), eventId, code)
      }
    }
  }

  /** Adds a message of the user. */
  #commitSound({ pcm, itemId: id, isTurn }: Extract<RealtimeEffect, { type: 'commit-audio' }>): void {
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
    this.#transcribe(item, 0, pcm, isTurn)
  }

  async #create({
    item: input,
    previous_item_id: after,
  }: EventOf<'conversation.item.create'>): Promise<void> {
    const item = itemOf(input, newId)
    // Checked before anything is added.
    const sounds =
      input.type === 'message'
        ? input.content.map((contentPart, index) =>
            contentPart.type === 'input_audio' &&
            typeof contentPart.transcript !== 'string' &&
            contentPart.audio
              ? pcmOf(contentPart.audio, `item.content.${index}.audio`)
              : undefined,
          )
        : []
    this.#insert(item, after)
    this.#announce(item)
    for (const [index, pcm] of sounds.entries()) if (pcm) this.#transcribe(item, index, pcm)
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

  #transcribe(item: Item, content_index: number, pcm: Uint8Array, isTurn = false): void {
    // The recording, and its copy with a header.
    const bytes = pcm.length * 2
    this.#transcribedBytes += bytes
    this.#machine.dispatch({ type: 'transcription-started' })
    const hearing = this.#transcribed(item, content_index, pcm)
    this.#transcriptions.add(hearing)
    const onEnded = (hasWords: boolean) => {
      this.#transcriptions.delete(hearing)
      this.#transcribedBytes -= bytes
      this.#conversation.measure(item)
      this.#reportKept()
      this.#machine.dispatch({ type: 'transcription-ended', isTurn, hasWords, responseId: newId('resp') })
    }
    inBackground('realtime transcription', hearing.then(onEnded))
  }

  /** Never rejects; resolves with true if the audio has words. */
  async #transcribed(item: Item, content_index: number, pcm: Uint8Array): Promise<boolean> {
    const { dependencies, caller } = this.#options
    const { transcription } = this.#state
    const position = { item_id: item.id, content_index }
    try {
      if (this.#transcriptions.size >= MAX_TRANSCRIPTIONS)
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

  async #respondTo(request: RealtimeResponseRequest, eventId: string | null): Promise<void> {
    assertToolsSize(request.tools, 'response.tools')
    const voice = await this.#voiceOf(request.audio?.output?.voice, 'response.audio.output.voice')
    const items = request.input?.map((input) =>
      input.type === 'item_reference' ? this.#find(input.id) : itemOf(input, newId),
    )
    const state = withOptions(this.#state, request, voice)
    this.#machine.dispatch({
      type: 'response-requested',
      request: { request, state, items },
      eventId,
      responseId: newId('resp'),
    })
  }

  #respond({ id, request: requested }: Extract<RealtimeEffect, { type: 'start-response' }>): void {
    const { caller, locale, dependencies, channel, model } = this.#options
    const { request, state, items } = requested ?? { request: {}, state: this.#state, items: undefined }
    const run = new ResponseRun(
      {
        id,
        caller,
        locale,
        state,
        metadata: request.metadata ?? null,
        request: async () => {
          await Promise.all(this.#transcriptions)
          return completionOf(model, state, items ?? this.#conversation.items)
        },
        interruptedAfter: () => {
          const playedText = this.#playedText
          this.#playedText = undefined
          return playedText
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
    this.#response = run
    this.#spoken = run
    this.#responseBytes = keptBytesOf(request)
    const forget = () => {
      if (this.#response === run) this.#response = undefined
      for (const item of run.output) this.#conversation.measure(item)
      this.#reportKept()
      this.#machine.dispatch({ type: 'response-ended', id, responseId: newId('resp') })
    }
    inBackground('realtime response', run.done.finally(forget))
  }

  #cancel({ response_id: id, event_id }: EventOf<'response.cancel'>): void {
    this.#machine.dispatch({ type: 'cancel-requested', id, eventId: event_id ?? null })
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
      this.#playedText = run.truncate(audio_end_ms)
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
  if (tools !== undefined && keptBytesOf(tools) > MAX_TOOLS_BYTES)
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
