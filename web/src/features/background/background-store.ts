import type { BackgroundReply, listBackgroundReplies } from '@vee/contract/http/background-replies'
import type { deleteReply } from '@vee/contract/http/chat'
import { create } from 'zustand'
import type { Api } from '#lib/http/index.ts'

interface BackgroundReplies {
  /** newest first */
  readonly running: readonly BackgroundReply[]
  /** counts replies that were started or stopped on this page, so that the list is read again */
  readonly changes: number
}

/** The member's replies in the background, as far as the page knows them. */
export const useBackgroundReplies = create<BackgroundReplies>()(() => ({ running: [], changes: 0 }))

export const announceBackgroundChange = (): void =>
  useBackgroundReplies.setState(({ changes }) => ({ changes: changes + 1 }))

/** Reads the newest replies, publishes those that run, and returns those that ended. */
export async function readBackgroundReplies(api: Pick<Api, 'json'>): Promise<readonly BackgroundReply[]> {
  const { items } = await api.json<typeof listBackgroundReplies>('GET', '/chat/replies')
  useBackgroundReplies.setState({ running: items.filter(({ state }) => state === 'running') })
  return items.filter(({ state }) => state === 'finished')
}

/** Stops a reply on whichever server runs it. Rejects if the server cannot be reached. */
export async function stopBackgroundReply(api: Pick<Api, 'send'>, replyId: string): Promise<void> {
  await api.send<typeof deleteReply>('DELETE', '/chat/replies/{replyId}', { params: { replyId } })
  useBackgroundReplies.setState(({ running }) => ({
    running: running.filter((reply) => reply.replyId !== replyId),
  }))
  announceBackgroundChange()
}
