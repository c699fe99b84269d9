import type { Agent } from '@vee/contract/entities/agent'
import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import type { Translate } from '#i18n/index.ts'
import type { PaletteCommand } from '#features/interface/command-palette/index.ts'
import { toggleFullscreen } from '#features/interface/fullscreen/fullscreen-button.tsx'
import { languageName } from '#features/interface/language-switcher/language-switcher.tsx'
import { THEMES } from '#themes/index.ts'
import { goTo } from '../../navigation.ts'
import { switchAgent, type Runtime } from '../../runtime.ts'
import { lazyClearSession } from '../../chat/lazy-clear-session.ts'
import { startListening, stopEverything } from '../footer/hearing.ts'
import type { ShellActions } from '../use-shell-actions.ts'

export interface CommandSources {
  readonly runtime: Runtime
  readonly actions: ShellActions
  readonly agents: readonly Agent[]
  readonly locale: Locale
  readonly isSignedIn: boolean
  /** whether the user administers this server */
  readonly isHost: boolean
  readonly isMuted: boolean
  readonly texts: {
    readonly t: Translate<'commands'>
    readonly shell: Translate<'shell'>
    readonly voice: Translate<'voice'>
    readonly chat: Translate<'chat'>
    readonly menu: Translate<'menu'>
  }
}

/** Returns every agent, screen, theme, language and voice command, in the language of the page. */
export function allCommands(sources: CommandSources): readonly PaletteCommand[] {
  return [
    ...agentCommands(sources),
    ...voiceCommands(sources),
    ...screenCommands(sources),
    ...themeCommands(sources),
    ...languageCommands(sources),
  ]
}

const homeOf = ({ locale, isSignedIn }: CommandSources) => (isSignedIn ? `/${locale}/pro` : `/${locale}`)

function agentCommands(sources: CommandSources): PaletteCommand[] {
  const { agents, runtime, texts } = sources
  const group = texts.t('groups.agents')
  const talks = agents
    .filter(({ locked }) => !locked)
    .map(({ id, label, tags }) => ({
      id: `agent-${id}`,
      group,
      label: texts.t('talkTo', { agent: label }),
      words: tags.join(' '),
      run: () => {
        switchAgent(id)
        goTo(homeOf(sources))
      },
    }))
  const explore = () => runtime.shell.page.openModal({ id: 'agent-hub', size: 'large' })
  return [...talks, { id: 'explore', group, label: texts.menu('explore'), run: explore }]
}

function voiceCommands({
  runtime,
  actions,
  isMuted,
  texts: { t, shell, voice, chat },
}: CommandSources): PaletteCommand[] {
  const group = t('groups.voice')
  const { session } = runtime
  return [
    {
      id: 'new-conversation',
      group,
      label: chat('new'),
      keys: 'Ctrl+Shift+O',
      run: actions.startConversation,
    },
    { id: 'listen', group, label: t('listen'), run: () => startListening(session) },
    { id: 'stop', group, label: t('stop'), keys: 'Esc', run: () => stopEverything(session) },
    {
      id: 'clear-session',
      group,
      label: t('clearSession'),
      run: () => void lazyClearSession(runtime),
    },
    {
      id: 'choose-model',
      group,
      label: t('chooseModel'),
      run: () => runtime.shell.page.openModal({ id: 'model-picker' }),
    },
    { id: 'mute', group, label: shell(isMuted ? 'unmute' : 'mute'), keys: 'M', run: actions.toggleMute },
    {
      id: 'voice-doctor',
      group,
      label: voice('dock.doctor'),
      run: () => runtime.shell.page.openModal({ id: 'voice-doctor' }),
    },
  ]
}

function screenCommands(sources: CommandSources): PaletteCommand[] {
  const { locale, isSignedIn, isHost, runtime, actions, texts } = sources
  const { t, shell } = texts
  const group = t('groups.screens')
  const { page } = runtime.shell
  const goToCommand = (id: string, label: string, to: string): PaletteCommand => ({
    id,
    group,
    label,
    run: () => goTo(to),
  })
  return [
    goToCommand('home', texts.menu('chat'), homeOf(sources)),
    {
      id: 'history',
      group,
      label: texts.menu('history'),
      run: () => page.showList(),
    },
    ...(isSignedIn
      ? [
          {
            id: 'prompts',
            group,
            label: texts.voice('dock.prompts'),
            run: () => page.openModal({ id: 'prompts' }),
          },
        ]
      : []),
    ...(isHost
      ? [{ ...goToCommand('server', shell('titles.host'), `/${locale}/host`), words: t('serverWords') }]
      : []),
    goToCommand('settings', shell('titles.settings'), `/${locale}/settings`),
    goToCommand('help', texts.menu('help'), `/${locale}/about#help`),
    goToCommand('about', shell('titles.about'), `/${locale}/about`),
    {
      id: 'keys',
      group,
      label: t('keys.title'),
      keys: '?',
      run: () => page.openModal({ id: 'keyboard-help' }),
    },
    { id: 'log', group, label: shell('log'), run: () => page.setLogOpen(true) },
    {
      id: 'fullscreen',
      group,
      label: shell('fullscreen.enter'),
      run: () => void toggleFullscreen().then((failure) => failure && actions.showFullscreenFailure(failure)),
    },
    isSignedIn
      ? { id: 'log-out', group, label: shell('logOut'), run: actions.logOut }
      : goToCommand('log-in', shell('login'), `/${locale}/login`),
  ]
}

function themeCommands({
  runtime: { themes },
  actions,
  texts: { t, shell },
}: CommandSources): PaletteCommand[] {
  return Object.values(THEMES).map(({ id, name }) => ({
    id: `theme-${id}`,
    group: t('groups.themes'),
    label: name,
    words: shell('theme'),
    run: () => {
      try {
        themes.choose(id)
      } catch {
        actions.showThemeFailure()
      }
    },
  }))
}

function languageCommands({ actions, texts: { t, shell } }: CommandSources): PaletteCommand[] {
  return LOCALES.map((locale) => ({
    id: `language-${locale}`,
    group: t('groups.languages'),
    label: languageName(locale),
    words: shell('language'),
    lang: locale,
    run: () => actions.switchLanguage(locale),
  }))
}
