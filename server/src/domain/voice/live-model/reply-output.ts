import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { SocketAnswer } from '@vee/contract/socket/messages'
import { inBackground } from '#lib/background.ts'
import type { SocketChannel } from '../socket-turns/index.ts'
import { TimedReply } from './timed-reply.ts'

/**
 * held: its words and audio wait, because what it answers may be a command; sending: the client receives them; silent: the
 * client receives nothing more of it
 */
type OutputState = 'held' | 'sending' | 'silent'

interface ReplyOutputOptions {
  readonly liveId: string
  readonly agentId: AgentId
  readonly replyId: string
  readonly channel: SocketChannel
  readonly isHeld: boolean
  readonly maxBytes: number
  /** called when the client is too slow to receive the audio */
  readonly onTooMuch: () => void
}

/** Sends one reply to the client: messages at once, audio as fast as the client receives it. */
export class ReplyOutput {
  readonly reply: TimedReply = new TimedReply()
  readonly #options: ReplyOutputOptions
  #state: OutputState
  #held: (() => void)[] = []
  #audio: Uint8Array[] = []
  #audioBytes = 0
  #isPumping = false

  constructor(options: ReplyOutputOptions) {
    this.#options = options
    this.#state = options.isHeld ? 'held' : 'sending'
    if (!options.isHeld) this.#sendStart()
  }

  addAudio(pcm: Uint8Array): void {
    this.#do(() => {
      this.reply.addAudio(pcm.length)
      this.#audio.push(pcm)
      this.#audioBytes += pcm.length
      if (this.#audioBytes > this.#options.maxBytes) return this.#options.onTooMuch()
      if (!this.#isPumping) inBackground('live model audio', this.#pump())
    })
  }

  addWords(text: string): void {
    this.#do(() => {
      const atMs = this.reply.audioMs
      this.reply.addWords(text)
      this.#send({ type: 'live-reply-words', ...this.#ids, text, atMs })
    })
  }

  endPart(): void {
    this.#do(() => this.reply.endPart())
  }

  tool(event: Extract<SocketAnswer, { type: 'live-tool' }>['event']): void {
    this.#do(() => this.#send({ type: 'live-tool', ...this.#ids, event }))
  }

  /** Sends what was held. */
  release(): void {
    if (this.#state !== 'held') return
    this.#state = 'sending'
    this.#sendStart()
    for (const act of this.#held.splice(0)) act()
  }

  /** Sends nothing more. */
  silence(): void {
    this.#state = 'silent'
    this.#held = []
    this.#audio = []
    this.#audioBytes = 0
  }

  get #ids() {
    const { liveId, replyId } = this.#options
    return { liveId, replyId }
  }

  #do(act: () => void): void {
    if (this.#state === 'held') this.#held.push(act)
    else if (this.#state === 'sending') act()
  }

  #sendStart(): void {
    this.#send({ type: 'live-reply-started', ...this.#ids, agentId: this.#options.agentId })
  }

  #send(answer: SocketAnswer): void {
    this.#options.channel.send(answer)
  }

  async #pump(): Promise<void> {
    this.#isPumping = true
    for (let next = this.#audio.shift(); next; next = this.#audio.shift()) {
      this.#audioBytes -= next.length
      await this.#options.channel.sendAudio(next)
    }
    this.#isPumping = false
  }
}
