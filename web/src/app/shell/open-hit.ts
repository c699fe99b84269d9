import type { Locale } from '@vee/contract/entities/locale'
import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { textsNow } from '#i18n/index.ts'
import { goTo } from '../navigation.ts'
import type { Runtime } from '../runtime.ts'
import { openStored } from './open-stored.ts'

interface OpenHitOptions {
  readonly runtime: Runtime
  readonly locale: Locale
  /** called when a conversation or meeting was opened, which the talk screen shows */
  readonly onShow: () => void
}

/** Opens a passage where it stands: a page in a tab of its own, a meeting at its second, a conversation at its message. */
export async function openHit(
  { kind, meetingId, conversationId, agentId, knowledgeId, url, place }: KnowledgeHit,
  { runtime, locale, onShow }: OpenHitOptions,
): Promise<void> {
  if (url !== undefined) {
    window.open(url, '_blank', 'noopener,noreferrer')
    return
  }
  if (knowledgeId !== undefined) {
    goTo(`/${locale}/settings#knowledge`)
    return
  }
  try {
    if (kind === 'meeting' && meetingId !== undefined)
      await openStored(runtime, { kind, id: meetingId, place })
    else if (conversationId !== undefined)
      await openStored(runtime, { kind: 'conversation', id: conversationId, place, agentId })
    else return
    onShow()
  } catch {
    runtime.shell.notices.notify({ type: 'error', title: textsNow('history')('openFailed') })
  }
}
