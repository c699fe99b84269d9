import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Chat, Composer } from '#features/chat/index.ts'
import { lazyAttachStill } from '#features/chat/look/lazy-look.ts'
import { useLook } from '#features/chat/look/look-store.ts'
import { needsStill } from '#features/chat/look/needs-still.ts'
import type { ComposerPort, ConversationPort, ReplyProgress, TurnQuestion } from '#voice/index.ts'

interface Talk {
  readonly chat: Chat
  readonly composer: Composer
}

interface TalkPortsOptions {
  readonly active: () => Talk
  readonly talks: ReadonlyMap<AgentId, Talk>
  /** the target of dictation instead of the conversation, if any */
  readonly dictation: { readonly writer: () => ((text: string) => void) | undefined }
  readonly report: (progress: ReplyProgress) => void
}

/** Returns the conversation with the active agent as ports of the voice. */
export function talkPorts({ active, talks, dictation, report }: TalkPortsOptions): {
  readonly conversation: ConversationPort
  readonly composer: ComposerPort
} {
  /** questions that wait for their picture, by turn */
  const withoutStill = new Map<string, { readonly talk: Talk; readonly question: TurnQuestion }>()

  /** Asks with one picture of the camera or screen while it is open. */
  function withStill(talk: Talk, question: TurnQuestion): void {
    // The message field took the picture for a typed question.
    const isTyped = question.utteranceId === undefined
    if (isTyped || !needsStill(talk.chat.state.getState().draftAttachments)) return ask(talk, question)
    withoutStill.set(question.turnId, { talk, question })
    void lazyAttachStill(talk.chat).then((isAttached) => {
      if (!withoutStill.has(question.turnId)) return
      if (!isAttached) return returnToField(question.turnId)
      withoutStill.delete(question.turnId)
      ask(talk, question)
    })
  }

  function ask({ chat }: Talk, question: TurnQuestion): void {
    useLook.setState({ skipsNext: false })
    chat.ask(question)
  }

  /** A question whose picture failed, or that was stopped before it had one, can be edited and sent. */
  function returnToField(turnId: string): void {
    const waiting = withoutStill.get(turnId)
    if (!waiting) return
    withoutStill.delete(turnId)
    waiting.talk.composer.addTranscript(waiting.question.text)
    report({ type: 'reply-ended', turnId, outcome: 'stopped' })
  }

  return {
    conversation: {
      ask(question) {
        const write = question.utteranceId === undefined ? undefined : dictation.writer()
        if (!write) return withStill(active(), question)
        // Dictation is text for a field and not a question: the turn ends with it.
        write(question.text)
        report({ type: 'reply-ended', turnId: question.turnId, outcome: 'complete' })
      },
      stop(turnId) {
        for (const id of turnId === undefined ? [...withoutStill.keys()] : [turnId]) returnToField(id)
        if (turnId === undefined) return active().chat.stop()
        for (const { chat } of talks.values()) chat.stop(turnId)
      },
      withdraw(turnId) {
        returnToField(turnId)
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
      focusSend() {
        if (!dictation.writer()) active().composer.focusSend()
      },
      send: () => active().composer.send(),
      focus: () => active().composer.focus(),
      isEmpty: () => active().composer.isEmpty(),
    },
  }
}
