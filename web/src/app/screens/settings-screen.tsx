import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { Mic, Stethoscope } from 'lucide-react'
import { useState, useEffect } from 'react'
import { useStore } from 'zustand'
import { BillingSection } from '#features/accounts/billing/index.ts'
import { Account } from '#features/accounts/account/index.ts'
import { leaveFor } from '#features/accounts/login/index.ts'
import { languageName } from '#features/interface/language-switcher/language-switcher.tsx'
import { KnowledgeList, KnowledgeSection } from '#features/knowledge/index.ts'
import { TeamsSection } from '#features/teams/index.ts'
import { DataSection, exportSettings, MemorySection, SettingsView } from '#features/settings/index.ts'
import { SoundPlaces } from '#features/voice/speech-setup/sound-places.tsx'
import { ThemeGrid } from '#features/interface/theme-picker/theme-grid.tsx'
import { loadViewTexts, useTexts } from '#i18n/index.ts'
import { UsagePanel } from '#features/accounts/usage/index.ts'
import { isRemembered, readToken } from '#lib/http/auth-token.ts'
import type { Api } from '#lib/http/index.ts'
import { dataOwner, VISITOR } from '#lib/storage/data-owner.ts'
import { forgetConversations } from '#lib/storage/keys-of-tab.ts'
import { loadLiveModels } from '#lib/live-models.ts'
import { loadSearchEngines } from '#lib/settings/search-engines.ts'
import { STORAGE_KEYS, readText } from '#lib/storage/storage.ts'
import { takeOverTab } from '#lib/storage/tab-session.ts'
import { Button } from '#ui/controls/button.tsx'
import { announceHistoryChange } from '#lib/storage/history-changes.ts'
import { useIsHost } from '#lib/use-is-host.ts'
import { useIsMember } from '#lib/use-is-member.ts'
import { isLocale } from '../locale-choice.ts'
import { goTo, useAddress } from '../navigation.ts'
import { useRuntime } from '../runtime-context.ts'
import { agentLabel } from '../chat/agent-label.ts'
import { useKnowledgeReader } from '../chat/knowledge-reader.ts'
import { clearSession } from '../chat/clear-session.tsx'
import { lazyPart } from '../shell/lazy-part.ts'
import { useShellActions } from '../shell/use-shell-actions.ts'
import { useVoices } from './use-voices.ts'
import { playVoice } from './voice-sample.ts'

const ImportArchive = lazyPart(
  async () => (await import('#features/imports/import-archive-view.tsx')).ImportArchive,
  loadViewTexts,
)
const LinksSection = lazyPart(
  async () => (await import('#features/sharing/links-section.tsx')).LinksSection,
  loadViewTexts,
)

export function SettingsScreen({ locale }: { readonly locale: Locale }) {
  const runtime = useRuntime()
  const { api, agents, session, themes, shell } = runtime
  const actions = useShellActions()
  const isHost = useIsHost(api)
  const { pathname, search, hash } = useAddress()
  const host = `/${locale}/host`
  const texts = useTexts('agents')
  const catalogue = useStore(agents, (state) => state.agents)
  const owner = useOwnerOfTab(api)
  const reader = useKnowledgeReader(api)
  const isMember = useIsMember(api, readToken() !== undefined)
  useEffect(() => {
    void loadLiveModels(api)
    void loadSearchEngines(api)
  }, [api])
  return (
    <SettingsView
      api={api}
      // The payment provider returns without a fragment.
      address={hash.slice(1) || (new URLSearchParams(search).has('checkout') ? 'billing' : '')}
      onAddress={(id) => goTo(`${pathname}${search}#${id}`)}
      server={isHost ? { href: host, open: () => goTo(host) } : undefined}
      owner={owner}
      agents={catalogue}
      voices={useVoices(api)}
      playVoice={(voice, signal, sound) => {
        session.stopSpeech()
        return playVoice(api, voice, { signal, ...sound })
      }}
      interfaceLanguage={{
        value: locale,
        options: LOCALES.map((value) => ({ value, label: languageName(value), lang: value })),
        onChange: (wanted) => {
          if (isLocale(wanted)) actions.switchLanguage(wanted)
        },
      }}
      voiceCheck={
        <>
          <SoundPlaces api={api} />
          <VoiceCheck open={() => shell.page.openModal({ id: 'voice-doctor' })} />
        </>
      }
      teachWakeWords={<TeachWakeWords open={() => shell.page.openModal({ id: 'wake-words' })} />}
      themes={<ThemeGrid themes={themes} onFailure={actions.showThemeFailure} />}
      memory={
        <MemorySection api={api} isSignedIn={readToken() !== undefined} showUndo={shell.notices.showUndo} />
      }
      knowledge={
        <KnowledgeSection
          api={api}
          isSignedIn={readToken() !== undefined}
          reader={reader}
          showUndo={shell.notices.showUndo}
        />
      }
      usage={
        <UsagePanel
          api={api}
          agentLabel={(id) => agentLabel(catalogue, id, texts('gone'))}
          onClearSession={() => clearSession(runtime)}
        />
      }
      billing={<BillingOfPage />}
      data={
        <>
          <DataSection
            tell={shell.notices.notify}
            onForgetBrowser={actions.forgetBrowser}
            onForgetChat={() => {
              forgetConversations()
              // Chats in memory would be stored again; a new page has none.
              globalThis.location.reload()
            }}
          />
          {isMember === true && <ImportArchive api={api} onChanged={announceHistoryChange} />}
          {isMember === true && <LinksSection api={api} />}
        </>
      }
      teams={
        <TeamsSection
          api={api}
          tell={shell.notices.notify}
          renderKnowledge={(id, mayEdit) => (
            <KnowledgeList
              key={id}
              api={api}
              owner={{ kind: 'organization', id }}
              mayCreate={mayEdit}
              reader={reader}
              showUndo={shell.notices.showUndo}
            />
          )}
        />
      }
      account={
        <Account
          api={api}
          showNotice={shell.notices.notify}
          onLogOut={actions.logOut}
          onDeleted={actions.leave}
          signInAgain={(provider) => {
            const search = `?redirect=${encodeURIComponent(`/${locale}/settings#account`)}`
            return leaveFor(provider, { api, remember: isRemembered(), search })
          }}
          browserSettings={() => exportSettings(new Date())}
        />
      }
    />
  )
}

/** Reads the payment provider's return parameters once, and keeps them until the page is left. */
function BillingOfPage() {
  const { api } = useRuntime()
  const [returned] = useState(() => new URLSearchParams(globalThis.location.search).get('checkout'))
  return (
    <BillingSection
      api={api}
      returned={returned ?? undefined}
      leave={(url) => globalThis.location.assign(url)}
    />
  )
}

function VoiceCheck({ open }: { readonly open: () => void }) {
  const t = useTexts('voice')
  return (
    <Button icon={Stethoscope} onClick={open}>
      {t('dock.doctor')}
    </Button>
  )
}

function TeachWakeWords({ open }: { readonly open: () => void }) {
  const t = useTexts('speech')
  return (
    <Button icon={Mic} onClick={open}>
      {t('wakeWords.open')}
    </Button>
  )
}

/** Returns the user that owns this tab; undefined until it is known who is signed in. */
function useOwnerOfTab(api: Api): string | undefined {
  const [owner, setOwner] = useState(() => readText(STORAGE_KEYS.tabOwner))
  useEffect(() => {
    if (owner !== undefined) return
    const takeOver = (userId: string) => {
      if (userId !== VISITOR && takeOverTab(userId)) setOwner(userId)
    }
    // Without a response it still has no owner.
    dataOwner(api).then(takeOver, () => undefined)
  }, [api, owner])
  return owner
}
