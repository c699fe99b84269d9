import { conversationNow, fetchWhenOnline } from './lazy-conversation.ts'
import type { RunningReplyRequest, requestReply } from './reply-request.ts'

/**
 * Asks for a reply, or goes on with one. The code for it comes with the conversation's: when that is there the request
 * leaves at once, else as soon as it is. Without it the reply is lost like one whose connection does not come back.
 */
export const lazyRequestReply: typeof requestReply = (...given) => {
  const loaded = conversationNow()
  if (loaded) return loaded.requestReply(...given)

  const [, , from, listener] = given
  let run: RunningReplyRequest | undefined
  let ending: 'stop' | 'leave' | undefined

  function end(how: 'stop' | 'leave'): void {
    ending ??= how
    run?.[how]()
  }
  fetchWhenOnline().then(
    ({ requestReply }) => {
      // What was never asked for need not be stopped; what a reloaded page follows on is still being written.
      if (ending === 'leave' || (ending === 'stop' && from.lastEventId === 0)) return
      run = requestReply(...given)
      if (ending) run.stop()
    },
    () => {
      if (!ending) listener.ended({ kind: 'lost', code: 'UNREACHABLE' }, from)
    },
  )
  return {
    position: () => run?.position() ?? from,
    stop: () => end('stop'),
    leave: () => end('leave'),
  }
}
