import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { CommandPalette } from '#features/interface/command-palette/index.ts'
import { useTexts } from '#i18n/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { useIsHost } from '#lib/use-is-host.ts'
import { useIsMember } from '#lib/use-is-member.ts'
import { goTo, isHere } from '../../navigation.ts'
import { useRuntime } from '../../runtime-context.ts'
import { takeHeldKeys } from '../held-keys.ts'
import type { ModalProps } from './modal-props.ts'
import { useShellActions } from '../use-shell-actions.ts'
import { openHit } from '../open-hit.ts'
import { useStoredSearch } from '../use-stored-search.ts'
import { allCommands } from './all-commands.ts'

export function PaletteModal({ locale, isSignedIn, dialogOptions }: ModalProps) {
  const texts = {
    commands: useTexts('commands'),
    shell: useTexts('shell'),
    menu: useTexts('menu'),
    voice: useTexts('voice'),
    chat: useTexts('chat'),
  }
  const runtime = useRuntime()
  const actions = useShellActions()
  const agents = useStore(runtime.agents, (state) => state.agents)
  const isHost = useIsHost(runtime.api)
  const isMuted = useSettings(({ muted }) => muted)
  const { commands: t, shell, menu, voice, chat } = texts
  const commands = useMemo(
    () =>
      allCommands({
        runtime,
        actions,
        agents,
        locale,
        isSignedIn,
        isHost,
        isMuted,
        texts: { t, shell, menu, voice, chat },
      }),
    [runtime, actions, agents, locale, isSignedIn, isHost, isMuted, t, shell, menu, voice, chat],
  )
  const isMember = useIsMember(runtime.api, isSignedIn)
  const search = useStoredSearch(runtime.api, isMember)
  const home = isSignedIn ? `/${locale}/pro` : `/${locale}`
  const onOpenHit = (hit: KnowledgeHit) =>
    void openHit(hit, { runtime, locale, onShow: () => isHere(home) || goTo(home) })
  return (
    <CommandPalette
      commands={commands}
      takeTyped={takeHeldKeys}
      api={runtime.api}
      search={search}
      canAnswer={isMember === true}
      onOpenHit={onOpenHit}
      {...dialogOptions}
    />
  )
}
