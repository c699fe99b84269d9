import { conversationNow, fetchWhenOnline } from '../lazy-conversation.ts'
import type { RunningReplyRequest, requestReply } from './reply-request.ts'

/**
 * Requests a reply, or resumes one. Its code is loaded together with the conversation's: the request is sent
 * at once when that is loaded, otherwise as soon as it is. If it cannot be loaded, the reply is lost as with
 * a connection that does not recover. Not a `lazyPort`: a stop before the request was sent cancels it.
 */
export const lazyRequestReply: typeof requestReply = (...given) => {
  const loaded = conversationNow()
  if (loaded) return loaded.requestReply(...given)

  const [, , from, listener] = given
  let request: RunningReplyRequest | undefined
  let ending: 'stop' | 'disconnect' | undefined

  function end(how: 'stop' | 'disconnect'): void {
    ending ??= how
    request?.[how]()
  }
  fetchWhenOnline().then(
    ({ requestReply }) => {
      // A reply that was never requested need not be stopped; a reply that a reloaded page resumes is still
      // being written.
      if (ending === 'disconnect' || (ending === 'stop' && from.lastEventId === 0)) return
      request = requestReply(...given)
      if (ending) request.stop()
    },
    () => {
      if (!ending) listener.ended({ kind: 'lost', code: 'UNREACHABLE' }, from)
    },
  )
  return {
    position: () => request?.position() ?? from,
    stop: () => end('stop'),
    disconnect: () => end('disconnect'),
  }
}
