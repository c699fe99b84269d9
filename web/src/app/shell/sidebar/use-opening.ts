import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { FoundConversation } from '@vee/contract/entities/conversation'
import type { Locale } from '@vee/contract/entities/locale'
import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { openConversation } from '#features/chat/store/older-messages.ts'
import { openAside } from '#features/chat/store/set-aside.ts'
import { useTexts } from '#i18n/index.ts'
import { goTo, isHere } from '../../navigation.ts'
import { switchAgent, useActiveAgent } from '../../runtime.ts'
import { useRuntime } from '../../runtime-context.ts'
import { requestRecord } from '../../screens/talk/pending-record.ts'
import { openHit } from '../open-hit.ts'
import { openStored } from '../open-stored.ts'
import { screenSizeOf } from './screen-size.ts'

interface OpeningOptions {
  readonly locale: Locale
  readonly isSignedIn: boolean
}

export type Opening = ReturnType<typeof useOpening>

/** Returns functions that open entries of the sidebar. If it covers the page, opening one closes it. */
export function useOpening({ locale, isSignedIn }: OpeningOptions) {
  const t = useTexts('history')
  const runtime = useRuntime()
  const activeId = useActiveAgent()
  const { shell, talkWith } = runtime
  const home = isSignedIn ? `/${locale}/pro` : `/${locale}`
  const failToOpen = () => shell.notices.notify({ type: 'error', title: t('openFailed') })

  function showTalk(): void {
    if (!isHere(home)) goTo(home)
    const size = screenSizeOf(window.innerWidth)
    if (size === 'small' || size === 'medium') shell.page.toggleSidebar()
  }
  async function open(item: FoundConversation, from: 'server' | 'browser'): Promise<void> {
    const id = resolveAgentId(item.agentId)
    if (id === undefined) return
    const isOpen = talkWith(id).chat.state.getState().conversationId === item.id
    try {
      if (from === 'server' && item.messageId) {
        await openStored(runtime, {
          kind: 'conversation',
          id: item.id,
          agentId: item.agentId,
          place: { messageId: item.messageId },
        })
      } else if (!isOpen && from === 'server') await openConversation(talkWith(id).chat, item.id)
      else if (!isOpen) openAside(talkWith(id).chat, item.id)
    } catch {
      failToOpen()
      return
    }
    switchAgent(id)
    showTalk()
  }

  return {
    openFound: (item: FoundConversation, from: 'server' | 'browser') => void open(item, from),
    /** Opens a conversation whose reply runs in the background. */
    openBackground: (id: string) =>
      void openStored(runtime, { kind: 'conversation', id, place: null }).then(showTalk, failToOpen),
    openRecord(of: AgentId, id: string): void {
      switchAgent(of)
      requestRecord(of, id)
      showTalk()
    },
    showHit: (hit: KnowledgeHit) => void openHit(hit, { runtime, locale, onShow: showTalk }),
    startNew(id: AgentId, projectId: string | undefined): void {
      talkWith(id).chat.startNew(projectId)
      if (id !== activeId) switchAgent(id)
      showTalk()
      talkWith(id).composer.focus()
    },
  }
}
