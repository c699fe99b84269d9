import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Chat, Composer } from '#features/chat/index.ts'
import type { ComposerPort, ConversationPort, ReplyProgress } from '#voice/index.ts'

interface OneTalk {
  readonly chat: Chat
  readonly composer: Composer
}

interface TalkPortsOptions {
  readonly active: () => OneTalk
  readonly talks: ReadonlyMap<AgentId, OneTalk>
  /** the target of dictation instead of the conversation, if any */
  readonly dictation: { readonly writer: () => ((text: string) => void) | undefined }
  readonly report: (progress: ReplyProgress) => void
}

/** Returns the conversation with the active agent as ports of the voice. */
export function talkPorts({ active, talks, dictation, report }: TalkPortsOptions): {
  readonly conversation: ConversationPort
  readonly composer: ComposerPort
} {
  return {
    conversation: {
      ask(question) {
        const write = question.utteranceId === undefined ? undefined : dictation.writer()
        if (!write) return active().chat.ask(question)
        // Dictation is text for a field and not a question: the turn ends with it.
        write(question.text)
        report({ type: 'reply-ended', turnId: question.turnId, outcome: 'complete' })
      },
      stop(turnId) {
        if (turnId === undefined) return active().chat.stop()
        for (const { chat } of talks.values()) chat.stop(turnId)
      },
      withdraw(turnId) {
        const { chat } = active()
        for (const other of talks.values()) if (other.chat !== chat) other.chat.stop(turnId)
        chat.withdraw(turnId)
      },
    },
    composer: {
      addTranscript(text) {
        const write = dictation.writer()
        if (write) write(text)
        else active().composer.addTranscript(text)
      },
      offerToSend() {
        if (!dictation.writer()) active().composer.offerToSend()
      },
      send: () => active().composer.send(),
      focus: () => active().composer.focus(),
    },
  }
}
