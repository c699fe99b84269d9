import type { BackgroundReply, reportBackgroundReply } from '@vee/contract/http/background-replies'
import { DAY_MS } from '@vee/contract/time/durations'
import type { Api } from '#lib/http/index.ts'
import { readBackgroundReplies, useBackgroundReplies } from './background-store.ts'

const READ_EVERY_MS = 4_000
/** How long nobody has spoken before a report, in ms. */
const QUIET_MS = 3_000
const LOOK_EVERY_MS = 250

export interface WatchBackgroundOptions {
  readonly api: Pick<Api, 'json'>
  /** Returns whether somebody speaks, or a reply is being written here. */
  readonly isBusy: () => boolean
  /** Announces the end of a reply. */
  readonly report: (reply: BackgroundReply) => void
}

/**
 * Reads the replies in the background while some run, and when the page is looked at again; reports each that ended within the last
 * day at the next pause, on one page only. Returns a function that ends it.
 */
export function watchBackground({ api, isBusy, report }: WatchBackgroundOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEnded = false
  const seen = new Set<string>()

  async function readReplies(): Promise<void> {
    clearTimeout(timer)
    const finished = await readBackgroundReplies(api).catch(() => undefined)
    if (isEnded) return
    for (const reply of finished ?? []) if (isNews(reply)) await reportAtPause(reply)
    if (isEnded || (finished && useBackgroundReplies.getState().running.length === 0)) return
    clearTimeout(timer)
    timer = setTimeout(() => void readReplies(), READ_EVERY_MS)
  }

  function isNews({ replyId, outcome, finishedAt, reportedAt }: BackgroundReply): boolean {
    if (seen.has(replyId) || reportedAt !== null || finishedAt === null || outcome === 'stopped') return false
    return Date.now() - Date.parse(finishedAt) < DAY_MS
  }

  async function reportAtPause(reply: BackgroundReply): Promise<void> {
    const { replyId } = reply
    seen.add(replyId)
    await pause()
    if (isEnded) return
    try {
      const { isFirst } = await api.json<typeof reportBackgroundReply>(
        'POST',
        '/chat/replies/{replyId}/report',
        { params: { replyId } },
      )
      if (isFirst && !isEnded) report(reply)
    } catch {
      seen.delete(replyId)
    }
  }

  /** Resolves when nobody has spoken for a while. */
  function pause(): Promise<void> {
    return new Promise((resolve) => {
      let quietMs = 0
      const look = setInterval(() => {
        quietMs = isBusy() ? 0 : quietMs + LOOK_EVERY_MS
        if (quietMs < QUIET_MS && !isEnded) return
        clearInterval(look)
        resolve()
      }, LOOK_EVERY_MS)
    })
  }

  const readWhenVisible = () => {
    if (document.visibilityState === 'visible') void readReplies()
  }
  document.addEventListener('visibilitychange', readWhenVisible)
  const unsubscribe = useBackgroundReplies.subscribe(({ changes }, before) => {
    if (changes !== before.changes) void readReplies()
  })
  void readReplies()
  return () => {
    isEnded = true
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', readWhenVisible)
    useBackgroundReplies.setState({ running: [] })
  }
}
