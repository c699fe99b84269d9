import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { FinishReason } from '@vee/contract/stream/reply-event'
import type { Chat } from '#features/chat/index.ts'
import { finishedState } from '#features/chat/reply/reply-end.ts'
import type { ReplyMessage } from '#features/chat/store/message.ts'
import { withEndedSteps, stepsAfter } from '#features/chat/store/tool-steps.ts'
import { useLiveModels } from '#lib/live-models.ts'
import type { LiveCallConversation } from '#voice/live-model/ports.ts'

interface LiveCallChat extends LiveCallConversation {
  /** Called before a conversation with a live model starts: it belongs to that chat, even if another one is shown later. */
  begin(chat: Chat): void
}

/** Writes both sides of a conversation with a live model into the chat in which it was started. */
export function createLiveCallChat(): LiveCallChat {
  let chat: Chat | undefined
  let model = ''
  /** by id: replies of which more may follow */
  const replies = new Map<string, ReplyMessage>()
  /** by id: what the agent does for the model, which speaks the result as a reply of its own */
  const delegated = new Map<string, ReplyMessage>()

  function change(replyId: string, changesOf: (reply: ReplyMessage) => Partial<ReplyMessage>): void {
    const reply = replies.get(replyId)
    if (!reply) return
    const changed = { ...reply, ...changesOf(reply) }
    if (changed.state.kind === 'running') replies.set(replyId, changed)
    else replies.delete(replyId)
    // A reply that was stopped before its first word is none.
    if (changed.text !== '' || changed.tools) chat?.putLive(changed)
  }

  return {
    begin(next) {
      chat = next
      replies.clear()
      delegated.clear()
    },
    started(answer) {
      const used = useLiveModels.getState().models.find(({ id }) => id === answer.model)
      model = used?.name ?? answer.model
    },
    asked: ({ messageId, text, isSpoken }) =>
      chat?.putLive({ role: 'user', id: messageId, text, at: now(), isSpoken }),
    replyStarted({ replyId, agentId }) {
      replies.set(replyId, {
        ...newReply(replyId, agentId as AgentId),
        ...(model !== '' && { model }),
      })
    },
    replySpoken: (replyId, text) => change(replyId, (reply) => ({ text: reply.text + text })),
    tool(replyId, event) {
      if (replies.has(replyId)) change(replyId, ({ tools = [] }) => ({ tools: stepsAfter(tools, event) }))
      else if (chat) {
        const before = delegated.get(replyId) ?? newReply(replyId, chat.state.getState().answeringAgentId)
        const tools = stepsAfter(before.tools ?? [], event)
        const isOpen = tools.some(({ state }) => state === 'asking' || state === 'running')
        const reply = { ...before, tools, state: isOpen ? before.state : COMPLETE }
        delegated.set(replyId, { ...reply, state: before.state })
        chat.putLive(reply)
      }
    },
    replyEnded: ({ replyId, text, finishReason, sources }) =>
      change(replyId, (reply) => ({
        ...withEndedSteps(reply),
        text,
        state: stateAfter(finishReason),
        ...(sources && { sources }),
      })),
    askAgain() {
      if (chat?.state.getState().messages.at(-1)?.role === 'user') chat.retry()
    },
    replyLost: (replyId, isStopped) =>
      change(replyId, (reply) => ({
        ...withEndedSteps(reply),
        state: stateAfter(isStopped ? 'stopped' : 'error'),
      })),
  }
}

const COMPLETE = { kind: 'complete', finishReason: 'stop' } as const

const newReply = (id: string, agentId: AgentId): ReplyMessage => ({
  role: 'assistant',
  id,
  agentId,
  text: '',
  at: now(),
  state: { kind: 'running' },
  lastEventId: 0,
})

/** A reply whose model failed cannot be resumed; a turn can ask for another one. */
const stateAfter = (reason: FinishReason) => finishedState(reason === 'interrupted' ? 'error' : reason)

const now = () => new Date().toISOString()
