import { resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { importConversations } from '@vee/contract/http/conversations'
import type { SharedItem } from '@vee/contract/http/links'
import type { createMeeting } from '@vee/contract/http/meetings/meetings'
import { ArrowRight } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import { SharedPage, type SharedSpeaker } from '#features/sharing/shared-page.tsx'
import { useTexts } from '#i18n/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import type { Api } from '#lib/http/index.ts'
import { randomId } from '#lib/random-id.ts'
import { Button } from '#ui/controls/button.tsx'
import { agentLabel } from '../chat/agent-label.ts'
import { goTo, useAddress } from '../navigation.ts'
import { useRuntime } from '../runtime-context.ts'
import { Link } from '../shell/link.tsx'
import { openStored } from '../shell/open-stored.ts'
import page from './page.module.css'
import { SharedMarkdown } from './shared-markdown.tsx'

/** What a link shares; the link alone opens it. */
export function SharedScreen({ token }: { readonly token: string }) {
  const t = useTexts('sharing')
  const { api, agents } = useRuntime()
  const catalogue = useStore(agents, (state) => state.agents)
  const speakerOf = useCallback(
    (agentId: string, customName: string | undefined): SharedSpeaker => ({
      label: customName ?? agentLabel(catalogue, agentId, t('shared.assistant')),
      wish: catalogue.find(({ id }) => id === agentId)?.voiceWish,
    }),
    [catalogue, t],
  )
  return (
    <div className={page['page']}>
      <SharedPage
        key={token}
        api={api}
        token={token}
        speakerOf={speakerOf}
        Markdown={SharedMarkdown}
        Continue={Continue}
      />
    </div>
  )
}

/** Copies what was loaded into the reader's own account, and opens it there. */
function Continue({ shared }: { readonly shared: SharedItem }) {
  const t = useTexts('sharing')
  const runtime = useRuntime()
  const { pathname } = useAddress()
  const locale = pathname.split('/')[1] ?? ''
  const [isBusy, setBusy] = useState(false)
  if (readToken() === undefined) {
    return (
      <Link to={`/${locale}/login?redirect=${encodeURIComponent(pathname)}`} className={page['action']}>
        {t('shared.signIn')}
      </Link>
    )
  }
  async function copy(): Promise<void> {
    const { api, shell } = runtime
    setBusy(true)
    try {
      const stored = await storeCopy(api, shared)
      await openStored(runtime, { ...stored, place: null })
      shell.notices.notify({ type: 'success', title: t('shared.copied') })
      goTo(`/${locale}/pro`)
    } catch {
      shell.notices.notify({ type: 'error', title: t('failed') })
      setBusy(false)
    }
  }
  return (
    <Button icon={ArrowRight} isLoading={isBusy} onClick={() => void copy()}>
      {t('shared.continue')}
    </Button>
  )
}

async function storeCopy(
  api: Api,
  { title, messages = [], meeting }: SharedItem,
): Promise<{ readonly kind: 'conversation' | 'meeting'; readonly id: string }> {
  if (meeting) {
    const { id } = await api.json<typeof createMeeting>('POST', '/meetings', { body: { ...meeting, title } })
    return { kind: 'meeting', id }
  }
  const id = randomId()
  // A custom assistant is its owner's: the copy continues with the first one that everybody has.
  const agentId =
    messages
      .map((message) => message.agentId)
      .find((name) => resolveAgentId(name) === name && !name.startsWith('own_')) ?? 'nerf_agent'
  await api.json<typeof importConversations>('POST', '/conversations/import', {
    body: {
      conversations: [
        {
          id,
          agentId,
          messages: messages.map(({ role, content, timestamp }) => ({
            id: randomId(),
            role,
            content,
            timestamp,
          })),
        },
      ],
    },
  })
  return { kind: 'conversation', id }
}
