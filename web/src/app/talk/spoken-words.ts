import type { Agent } from '@vee/contract/entities/agent'
import { currentLanguage } from '#i18n/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { Command } from '#voice/words/index.ts'

/** What words said to the page itself can reach. */
export interface WordsReach {
  readonly agents: () => readonly Agent[]
  /** does what was said to the page */
  readonly obey: (command: Command) => void
}

/** What is to be done with words before the conversation has them. The lists of words come when something was heard. */
export interface SpokenWords {
  /** the user's list and the agents' names */
  readonly wakeWords: () => readonly string[]
  /** Whose name was called is talked to from here on; the user's own words call whoever is. */
  readonly onCalled: (wakeWord: string) => void
  /** does what the words ask of the page; false when they ask nothing of it */
  readonly obey: (text: string) => Promise<boolean>
  /** What is left of the words for the conversation; '' when they were for the page. */
  readonly understand: (text: string) => Promise<string>
}

const settings = () => useSettings.getState()

/** Returns the languages in which a command may be spoken: the one that was last recognized, and the page's. */
export const spokenLanguages = (): string[] => [
  ...new Set([settings().speechLanguage || currentLanguage(), currentLanguage()]),
]

const acceptsVoice = ({ capabilities }: Agent) => capabilities.acceptsVoiceInput

/**
 * Returns the names of the assistants that accept speech and the user's wake words. Names come first: "V, …"
 * calls V, although "v" is also one of the words that call the active assistant.
 */
export const wakeWordsOf = (agents: readonly Agent[]): readonly string[] => [
  ...agents.filter(acceptsVoice).map(({ label }) => label),
  ...settings().wakeWords,
]

export function createSpokenWords({ agents, obey }: WordsReach): SpokenWords {
  const wakeWords = () => wakeWordsOf(agents())

  async function obeyWords(text: string): Promise<boolean> {
    const { commandOf } = await import('#voice/words/index.ts')
    for (const language of spokenLanguages()) {
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
      const agent = agents()
        .filter(acceptsVoice)
        .find(({ label }) => label === wakeWord)
      if (agent) changeSettings({ currentAppMode: agent.id })
    },
    obey: obeyWords,
    async understand(text) {
      if (await obeyWords(text)) return ''
      if (settings().audioInputMode !== 'voice-activation') return text
      const { callIn } = await import('#voice/words/index.ts')
      const call = callIn(text, wakeWords())
      return call?.isAddress === true ? call.rest : text
    },
  }
}
