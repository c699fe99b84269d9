import type { CompletionRequest } from '@vee/contract/http/openai'
import type { ReplyEvent, ReplyMetadata } from '@vee/contract/stream/reply-event'
import type { Locale } from '@vee/contract/entities/locale'
import { inBackground } from '#lib/background.ts'
import { presentError, type PresentedError } from '../../errors/present-error.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Replies, StartedReply } from '../../replies/index.ts'
import { SpeechPipeline } from '../../voice/socket-turns/index.ts'
import type { Speech } from '../../voice/speech/index.ts'
import { openAiErrorBody } from '../error-body.ts'
import { questionOf } from '../question.ts'
import type { FunctionCallItem, Item, MessageItem } from './conversation.ts'
import { PacedVoice } from './paced-voice.ts'
import type { RealtimeChannel, ServerEvent } from './ports.ts'
import type { SessionState } from './session-state.ts'

/** A part of speech that is not requested for this long ends the speech, in ms. */
const SEGMENT_REQUEST_TIMEOUT_MS = 120_000
/** Characters of a word that is not cut where an interruption is within it. */
const MAX_WORD_LENGTH = 30
/** Nothing is spoken in place of content that is only shown: the transcript contains it. */
const NO_ANNOUNCEMENTS = { code: '', table: '', diagram: '', formula: '', image: '' }

export type CancelReason = 'turn_detected' | 'client_cancelled'

export interface ResponseRunDependencies {
  readonly replies: Pick<Replies, 'start'>
  readonly speech: Pick<Speech, 'synthesize'>
}

export interface ResponseRunOptions {
  readonly id: string
  readonly caller: Caller
  readonly locale: Locale
  readonly state: SessionState
  readonly metadata: Readonly<Record<string, string>> | null
  /** Returns the request once everything that was said is transcribed. */
  readonly request: () => Promise<CompletionRequest>
  /** Returns what was played of the previous reply before it was interrupted; undefined if it was not. */
  readonly interruptedAfter: () => string | undefined
  /** Returns the BCP 47 tag of the language to speak. */
  readonly language: () => string
  /** absent for responses that are not added to the conversation */
  readonly conversation:
    | {
        add(item: Item): void
        /** returns the id of the item before that one, or null */
        previousOf(id: string): string | null
      }
    | undefined
  readonly newId: (prefix: string) => string
}

/** What a response ended with. */
type Ending =
  | { readonly status: 'completed' }
  | { readonly status: 'cancelled'; readonly reason: CancelReason }
  | { readonly status: 'incomplete'; readonly reason: 'max_output_tokens' | 'content_filter' }
  | { readonly status: 'failed'; readonly error: PresentedError }

interface OpenCall {
  readonly item: FunctionCallItem
  readonly outputIndex: number
}

/**
 * One response: a reply of the agent, as text, or spoken while it is generated. Emits the events of the protocol,
 * from response.created to response.done.
 */
export class ResponseRun {
  readonly #options: ResponseRunOptions
  readonly #dependencies: ResponseRunDependencies
  readonly #channel: Pick<RealtimeChannel, 'send' | 'sendPaced'>
  readonly #closed = new AbortController()
  readonly #output: Item[] = []
  readonly #calls = new Map<number, OpenCall>()
  readonly #cancelled = Promise.withResolvers<void>()
  /** resolves when response.done was sent, or the session ended */
  readonly done: Promise<void>
  #reply: StartedReply | undefined
  #pipeline: SpeechPipeline | undefined
  #voice: PacedVoice | undefined
  #message: MessageItem | undefined
  #text = ''
  #isTruncated = false
  #cancelReason: CancelReason | undefined
  #final: ReplyMetadata | undefined
  #failure: PresentedError | undefined

  constructor(
    options: ResponseRunOptions,
    dependencies: ResponseRunDependencies,
    channel: Pick<RealtimeChannel, 'send' | 'sendPaced'>,
  ) {
    this.#options = options
    this.#dependencies = dependencies
    this.#channel = channel
    this.done = this.#run()
  }

  get id(): string {
    return this.#options.id
  }

  get output(): readonly Item[] {
    return this.#output
  }

  /** id of the spoken message, once it has begun */
  get messageId(): string | undefined {
    return this.#message?.id
  }

  /** length of the audio so far, in ms */
  get audioMs(): number {
    return this.#voice?.durationMs ?? 0
  }

  /** Stops the reply and its speech. The text so far stays. */
  cancel(reason: CancelReason): void {
    if (this.#cancelReason) return
    this.#cancelReason = reason
    this.#stop()
  }

  /** Called when the client disconnects. */
  handleClose(): void {
    this.#closed.abort()
    this.#stop()
  }

  /** Removes the text that was not played. Returns the rest. */
  truncate(playedMs: number): string {
    const length = this.#voice?.playedLength(playedMs) ?? 0
    const words = this.#text.slice(0, length).trimEnd()
    // Half a word was not understood.
    const wordFrom = words.lastIndexOf(' ') + 1
    const isWithinWord = length === words.length && /\S/.test(this.#text[length] ?? ' ')
    // Scripts without spaces are cut anywhere.
    const isWord = length - wordFrom <= MAX_WORD_LENGTH
    const playedText = isWithinWord && isWord ? words.slice(0, wordFrom).trimEnd() : words
    this.#isTruncated = true
    this.#setText(playedText)
    return playedText
  }

  #stop(): void {
    this.#cancelled.resolve()
    this.#voice?.end()
    this.#pipeline?.end()
    this.#reply?.stop()
  }

  async #run(): Promise<void> {
    // The caller has the run before its first event.
    await Promise.resolve()
    this.#emit({ type: 'response.created', response: this.#response('in_progress') })
    try {
      await this.#generate()
    } catch (error) {
      this.#failure ??= presentError(error)
      this.#stop()
    }
    this.#finish(this.#ending())
  }

  async #generate(): Promise<void> {
    const { caller, locale, request, interruptedAfter, state } = this.#options
    const completionRequest = await Promise.race([request(), this.#cancelled.promise])
    if (!completionRequest || this.#isStopped) return
    const playedText = interruptedAfter()
    const reply = this.#dependencies.replies.start(
      {
        ...questionOf(completionRequest, locale),
        stream: true,
        ...(playedText !== undefined && { voice: { interruptedAfter: playedText } }),
      },
      caller,
    )
    this.#reply = reply
    await reply.begun
    const speaking = state.modality === 'audio' && !this.#isStopped ? this.#speak(reply) : undefined
    for await (const { event } of reply.read(0, this.#closed.signal)) this.#handleEvent(event)
    if (!this.#isStopped) for (const call of this.#calls.values()) this.#endCall(call, 'completed')
    await speaking
  }

  get #isStopped(): boolean {
    return this.#cancelReason !== undefined || this.#closed.signal.aborted || this.#failure !== undefined
  }

  /** Speaks the reply from after an event; starts again where retracted text ended the speech. */
  async #speak(reply: StartedReply, after = 0): Promise<void> {
    const { caller, state, language } = this.#options
    const { voice, speed } = state
    const speech = { language: language(), speed, ...(voice !== undefined && { voice }) }
    const pipeline = new SpeechPipeline(
      this.id,
      { ...speech, announcements: NO_ANNOUNCEMENTS },
      SEGMENT_REQUEST_TIMEOUT_MS,
      ({ text }, signal) =>
        this.#dependencies.speech.synthesize({ ...speech, text, format: 'pcm' }, { caller }, signal),
    )
    this.#pipeline = pipeline
    this.#voice = new PacedVoice({
      want: (segment) => pipeline.want(segment),
      sendAudio: async (delta) => {
        if (!this.#isStopped)
          await this.#channel.sendPaced({
            type: 'response.output_audio.delta',
            ...this.#contentPosition(),
            delta,
          })
      },
      // The reply continues as text.
      onFailed: (code) => {
        const message = 'The rest of this response cannot be spoken.'
        this.#emit({ type: 'error', ...openAiErrorBody({ code, message, details: undefined }) })
      },
    })
    const follow = pipeline.follow(reply.read(after, this.#closed.signal)).catch(() => pipeline.end())
    inBackground('realtime voice', follow)
    await pipeline.speakTo(this.#voice)
    this.#voice.end()
    const { retractedAt } = pipeline
    if (retractedAt !== undefined && !this.#isStopped) await this.#speak(reply, retractedAt)
  }

  #handleEvent(event: ReplyEvent): void {
    switch (event.type) {
      case 'chunk':
        if (!this.#isStopped) this.#addText(event.content)
        break
      case 'tool_call_delta':
        if (!this.#isStopped) this.#addToCall(event)
        break
      case 'error':
        this.#failure = {
          code: event.error,
          message: event.message,
          details: undefined,
          retryAfterSeconds: undefined,
        }
        this.#stop()
        break
      case 'final_response_metadata':
        this.#final = event
        break
      case 'retracted':
        // The protocol cannot take back deltas; the text at the end is right.
        if (event.kind === 'text' && !this.#isStopped) this.#retractText(event.length)
        break
      // Numbers of sources that follow the text are left out: deltas cannot be changed, and they are not spoken.
      case 'marked':
      // The agent's own tools and the model's reasoning are not emitted to the client.
      case 'start':
      case 'tool_started':
      case 'tool_finished':
      case 'source':
      case 'result_delta':
      case 'speaker':
      case 'reasoning_delta':
    }
  }

  #addText(delta: string): void {
    const isAudio = this.#options.state.modality === 'audio'
    if (!this.#message) {
      this.#message = {
        id: this.#options.newId('item'),
        object: 'realtime.item',
        type: 'message',
        status: 'in_progress',
        role: 'assistant',
        content: [],
      }
      this.#openItem(this.#message)
      this.#message.content.push(
        isAudio ? { type: 'output_audio', transcript: '' } : { type: 'output_text', text: '' },
      )
      this.#emit({
        type: 'response.content_part.added',
        ...this.#contentPosition(),
        part: isAudio ? { type: 'audio', transcript: '' } : { type: 'text', text: '' },
      })
    }
    this.#text += delta
    if (!this.#isTruncated) this.#setText(this.#text)
    const type = isAudio ? 'response.output_audio_transcript.delta' : 'response.output_text.delta'
    this.#emit({ type, ...this.#contentPosition(), delta })
  }

  #retractText(length: number): void {
    this.#text = this.#text.slice(0, -length)
    if (!this.#isTruncated) this.#setText(this.#text)
  }

  #setText(text: string): void {
    const part = this.#message?.content[0]
    if (part?.type === 'output_audio') part.transcript = text
    else if (part?.type === 'output_text') part.text = text
  }

  #addToCall({
    index,
    id,
    name,
    argumentsDelta = '',
  }: Extract<ReplyEvent, { type: 'tool_call_delta' }>): void {
    let call = this.#calls.get(index)
    if (!call) {
      const item: FunctionCallItem = {
        id: this.#options.newId('item'),
        object: 'realtime.item',
        type: 'function_call',
        status: 'in_progress',
        call_id: id ?? this.#options.newId('call'),
        name: name ?? '',
        arguments: '',
      }
      call = { item, outputIndex: this.#output.length }
      this.#calls.set(index, call)
      this.#openItem(item)
    }
    call.item.arguments += argumentsDelta
    if (argumentsDelta === '') return
    this.#emit({
      type: 'response.function_call_arguments.delta',
      ...this.#callPosition(call),
      delta: argumentsDelta,
    })
  }

  #endCall(call: OpenCall, status: 'completed' | 'incomplete'): void {
    if (call.item.status !== 'in_progress') return
    const { name, arguments: text } = call.item
    this.#emit({
      type: 'response.function_call_arguments.done',
      ...this.#callPosition(call),
      name,
      arguments: text,
    })
    this.#closeItem(call.item, call.outputIndex, status)
  }

  #openItem(item: Item): void {
    const outputIndex = this.#output.push(item) - 1
    const added = { ...this.#responsePosition(outputIndex), item: structuredClone(item) }
    this.#emit({ type: 'response.output_item.added', ...added })
    const { conversation } = this.#options
    if (!conversation) return
    conversation.add(item)
    this.#emit({
      type: 'conversation.item.added',
      previous_item_id: conversation.previousOf(item.id),
      item: structuredClone(item),
    })
  }

  #closeItem(item: Item, outputIndex: number, status: 'completed' | 'incomplete'): void {
    item.status = status
    this.#emit({ type: 'response.output_item.done', ...this.#responsePosition(outputIndex), item })
    const { conversation } = this.#options
    if (!conversation) return
    const previous_item_id = conversation.previousOf(item.id)
    this.#emit({ type: 'conversation.item.done', previous_item_id, item })
  }

  #finish(ending: Ending): void {
    if (this.#closed.signal.aborted) return
    const status = ending.status === 'completed' ? 'completed' : 'incomplete'
    const message = this.#message
    if (message) {
      const position = this.#contentPosition()
      const [part] = message.content
      if (part?.type === 'output_audio') {
        const transcript = part.transcript ?? ''
        this.#emit({ type: 'response.output_audio.done', ...position })
        this.#emit({ type: 'response.output_audio_transcript.done', ...position, transcript })
        this.#emit({ type: 'response.content_part.done', ...position, part: { type: 'audio', transcript } })
      } else if (part?.type === 'output_text') {
        this.#emit({ type: 'response.output_text.done', ...position, text: part.text })
        this.#emit({
          type: 'response.content_part.done',
          ...position,
          part: { type: 'text', text: part.text },
        })
      }
      this.#closeItem(message, this.#output.indexOf(message), status)
    }
    for (const call of this.#calls.values()) this.#endCall(call, 'incomplete')
    this.#emit({ type: 'response.done', response: this.#response(ending.status, detailsOf(ending)) })
  }

  #ending(): Ending {
    if (this.#cancelReason) return { status: 'cancelled', reason: this.#cancelReason }
    if (this.#failure) return { status: 'failed', error: this.#failure }
    if (this.#final?.finishReason === 'length') return { status: 'incomplete', reason: 'max_output_tokens' }
    if (this.#final?.finishReason === 'content_filter')
      return { status: 'incomplete', reason: 'content_filter' }
    return { status: 'completed' }
  }

  #response(status: Ending['status'] | 'in_progress', details: object | null = null) {
    const { state, metadata } = this.#options
    const usage = this.#final?.usage
    return {
      object: 'realtime.response',
      id: this.id,
      status,
      status_details: details,
      output: status === 'in_progress' ? [] : this.#output,
      output_modalities: [state.modality],
      max_output_tokens: state.maxOutputTokens,
      metadata,
      usage:
        usage === undefined
          ? null
          : {
              total_tokens: usage.totalTokens,
              input_tokens: usage.promptTokens,
              output_tokens: usage.completionTokens,
              // Speech is transcribed before and synthesized after the model, which sees text only.
              input_token_details: { text_tokens: usage.promptTokens, audio_tokens: 0, cached_tokens: 0 },
              output_token_details: { text_tokens: usage.completionTokens, audio_tokens: 0 },
            },
    }
  }

  #responsePosition(outputIndex: number) {
    return { response_id: this.id, output_index: outputIndex }
  }

  #callPosition({ item, outputIndex }: OpenCall) {
    return { ...this.#responsePosition(outputIndex), item_id: item.id, call_id: item.call_id }
  }

  /** Returns the place of the message's only content part. */
  #contentPosition() {
    const outputIndex = this.#message ? this.#output.indexOf(this.#message) : 0
    return { ...this.#responsePosition(outputIndex), item_id: this.#message?.id ?? '', content_index: 0 }
  }

  #emit(event: ServerEvent): void {
    if (!this.#closed.signal.aborted) this.#channel.send(event)
  }
}

function detailsOf(ending: Ending): object {
  const type = ending.status
  switch (ending.status) {
    case 'completed':
      return { type }
    case 'failed': {
      const { code, type: kind, message } = openAiErrorBody(ending.error).error
      return { type, error: { type: kind, code, message } }
    }
    case 'cancelled':
    case 'incomplete':
      return { type, reason: ending.reason }
  }
}
