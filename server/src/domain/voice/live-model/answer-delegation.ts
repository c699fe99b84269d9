import { randomUUID } from 'node:crypto'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Locale } from '@vee/contract/entities/locale'
import type { ChatMessage } from '@vee/contract/entities/message'
import type { SocketAnswer } from '@vee/contract/socket/messages'
import { SpeechSegmenter } from '@vee/contract/speech-text/speech-segmenter'
import type { Caller } from '../../accounts/index.ts'
import { presentError } from '../../errors/present-error.ts'
import type { Replies } from '../../replies/index.ts'

/** Shorter segments are joined: a model speaks a few sentences better than single clauses. */
const SAID_AT_ONCE = 160
/** What is only shown is not spoken. */
const NO_ANNOUNCEMENTS = { code: '', table: '', diagram: '', formula: '', image: '' }

interface DelegatedQuestion {
  readonly liveId: string
  readonly caller: Caller
  readonly locale: Locale
  readonly agentId: AgentId
  readonly conversationId: string
  readonly language: string
  readonly useTools: boolean | undefined
  readonly useSearch: boolean | undefined
  readonly useAdvancedMemory: boolean | undefined
  readonly personaOverride: string | null | undefined
  /** the conversation so far, with the question */
  readonly messages: readonly ChatMessage[]
}

interface DelegationOutput {
  /** Passes text to the model, which speaks it. */
  readonly say: (text: string) => void
  readonly send: (answer: SocketAnswer) => void
  /** called before the client receives the event */
  readonly onTool: (event: Extract<SocketAnswer, { type: 'live-tool' }>['event']) => void
}

/**
 * Answers a delegation of a live model by a reply of the agent, with its tools, consent, limits and ledger. It is not
 * stored: what the model speaks of it is. Never rejects.
 */
export async function answerDelegation(
  replies: Pick<Replies, 'start'>,
  { liveId, caller, messages, language, useAdvancedMemory, ...question }: DelegatedQuestion,
  { say, send, onTool }: DelegationOutput,
  signal: AbortSignal,
): Promise<void> {
  const replyId = randomUUID()
  const messagesWithQuestion = messages.slice(0, messages.findLastIndex(({ role }) => role === 'user') + 1)
  let segmenter = new SpeechSegmenter(language, NO_ANNOUNCEMENTS)
  let text = ''
  const add = (segments: readonly { readonly text: string }[], isLast = false) => {
    text = [text, ...segments.map((segment) => segment.text)].filter((passage) => passage !== '').join(' ')
    if (text === '' || (!isLast && text.length < SAID_AT_ONCE)) return
    say(text)
    text = ''
  }
  try {
    const reply = replies.start(
      {
        ...question,
        ...(useAdvancedMemory !== undefined && { history: { useAdvancedMemory } }),
        messages: [...messagesWithQuestion],
        language,
        replyId,
        stream: true,
        isKept: false,
      },
      caller,
    )
    const stop = () => reply.stop()
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    await reply.begun
    for await (const { event } of reply.read(0, signal)) {
      if (signal.aborted) return
      if (event.type === 'chunk') add(segmenter.append(event.content))
      if (event.type === 'retracted' && event.kind === 'text') {
        segmenter = new SpeechSegmenter(language, NO_ANNOUNCEMENTS)
        text = ''
      }
      if (event.type === 'tool_started' || event.type === 'tool_finished') {
        onTool(event)
        send({ type: 'live-tool', liveId, replyId, event })
      }
      if (event.type === 'error') return say(excuseFor(event.message))
    }
    add(segmenter.end(), true)
  } catch (error) {
    if (!signal.aborted) say(excuseFor(presentError(error).message))
  }
}

const excuseFor = (reason: string) => `Say that there is no answer to this at the moment, because: ${reason}`
