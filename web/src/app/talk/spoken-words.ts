import type { Agent } from '@vee/contract/entities/agent'
import { currentLanguage } from '#i18n/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { Command } from '#voice/words/index.ts'

/** The parts of the app that words to the page itself control. */
export interface WordsReach {
  readonly agents: () => readonly Agent[]
  /** executes a voice command */
  readonly obey: (command: Command) => void
}

/**
 * Processes words before they are sent to the conversation. The word lists are loaded with the first
 * transcript.
 */
export interface SpokenWords {
  /** the user's list and the agents' names */
  readonly wakeWords: () => readonly string[]
  /** Switches to the agent that was called by name; the user's own wake words call the active one. */
  readonly onCalled: (wakeWord: string) => void
  /** executes the command in the words; returns false if there is none */
  readonly obey: (text: string) => Promise<boolean>
  /** Returns the remaining words for the conversation; '' if they were for the page. */
  readonly understand: (text: string) => Promise<string>
}

const settings = () => useSettings.getState()

export function createSpokenWords({ agents, obey }: WordsReach): SpokenWords {
  /** agents that support speech */
  const callable = () => agents().filter(({ capabilities }) => capabilities.acceptsVoiceInput)
  const wakeWords = () => [...settings().wakeWords, ...callable().map(({ label }) => label)]

  async function obeyWords(text: string): Promise<boolean> {
    const { commandOf } = await import('#voice/words/index.ts')
    // The last detected language may differ from the page's, and the page shows the commands in its own.
    const languages = new Set([settings().speechLanguage || currentLanguage(), currentLanguage()])
    for (const language of languages) {
      const command = commandOf(text, { language, agents: agents(), wakeWords: wakeWords() })
      if (!command) continue
      obey(command)
      return true
    }
    return false
  }

  return {
    wakeWords,
    onCalled(wakeWord) {
      if (settings().audioInputMode !== 'voice-activation' || settings().wakeWords.includes(wakeWord)) return
      const agent = callable().find(({ label }) => label === wakeWord)
      if (agent) changeSettings({ currentAppMode: agent.id })
    },
    obey: obeyWords,
    async understand(text) {
      if (await obeyWords(text)) return ''
      if (settings().audioInputMode !== 'voice-activation') return text
      const { callIn } = await import('#voice/words/index.ts')
      const call = callIn(text, wakeWords())
      // An agent's name may be the first word of a sentence: "diary entries of last week".
      const isCall = call && (call.isApart || settings().wakeWords.includes(call.word))
      return isCall ? call.rest : text
    },
  }
}
