import type { Agent } from '@vee/contract/entities/agent'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import { currentLanguage } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useMentionedNotes } from '#lib/files/mentioned-notes.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { SpokenCommand } from '#voice/words/index.ts'

/** The parts of the app that words to the page itself control. */
export interface SpokenWordsDependencies {
  readonly api: Pick<Api, 'json'>
  readonly agents: () => readonly Agent[]
  /** returns which requests to look are meant for the camera and the screen: "What is this?" may mean something else */
  readonly looksAt: () => 'nothing' | 'demands' | 'questions'
  /** returns whether the last reply has sources: without any, "Is that certain?" and "Open it" mean something else */
  readonly hasSources: () => boolean
  /** returns whether a search of what is stored can be narrowed, or what it found be played */
  readonly hasFound: (what: 'search' | 'sound') => Promise<boolean>
  /** returns whether the person has an account, which may have notes */
  readonly isSignedIn: () => boolean
  /** shows a sentence, and speaks it if replies are spoken */
  readonly announce: (text: string) => void
  /** lets an agent answer that was called by name */
  readonly callAgent: (agentId: AgentId) => void
  /** executes a voice command */
  readonly executeCommand: (command: SpokenCommand) => void
}

/**
 * Processes words before they are sent to the conversation. The word lists are loaded with the first
 * transcript.
 */
export interface SpokenWords {
  /** the user's list and the agents' names */
  readonly wakeWords: () => readonly string[]
  /** Lets the agent answer that was called by name; the user's own wake words call the active one. */
  readonly onWakeWord: (wakeWord: string) => void
  /** executes the command in the words; returns false if there is none */
  readonly executeCommand: (text: string) => Promise<boolean>
  /** Returns the remaining words for the conversation; '' if they were for the page. */
  readonly executeCommandIn: (text: string) => Promise<string>
}

const settings = () => useSettings.getState()

/** Returns the languages in which a command may be spoken: the one that was last recognized, and the page's. */
export const commandLanguages = (): string[] => [
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

export function createSpokenWords({
  api,
  agents,
  looksAt,
  hasSources,
  hasFound,
  isSignedIn,
  announce,
  callAgent,
  executeCommand,
}: SpokenWordsDependencies): SpokenWords {
  const wakeWords = () => wakeWordsOf(agents())

  async function executeSpokenWords(text: string): Promise<boolean> {
    if (await answersNoteQuestion(text)) return true
    const { commandOf, possibleModelChoice } = await import('#voice/words/index.ts')
    for (const language of commandLanguages()) {
      const context = { language, agents: agents(), wakeWords: wakeWords() }
      const command = commandOf(text, context) ?? possibleModelChoice(text, context)
      if (!command || !(await isMeant(command))) continue
      executeCommand(command)
      return true
    }
    return false
  }

  /** "Yes", "no" and "not that, Linz" answer the question whether to remember something; other words close it. */
  async function answersNoteQuestion(text: string): Promise<boolean> {
    if (!useMentionedNotes.getState().asked) return false
    const { answerNoteQuestion } = await import('./stored-commands.ts')
    if (await answerNoteQuestion(text, commandLanguages(), wakeWords(), announce)) return true
    useMentionedNotes.setState({ asked: undefined })
    return false
  }

  /** "Use metric units" has the form of a choice of a model, and is none. */
  async function isMeant(command: SpokenCommand): Promise<boolean> {
    if (command.kind === 'look')
      return looksAt() === 'questions' || (looksAt() === 'demands' && !command.isQuestion)
    if (command.kind === 'is-certain' || command.kind === 'open-source') return hasSources()
    if (command.kind === 'narrow-search') return hasFound('search')
    if (command.kind === 'play-found') return hasFound('sound')
    if (command.kind === 'about-me') return isSignedIn()
    if (command.kind === 'forget-that') return useMentionedNotes.getState().mentioned.length > 0
    if (command.kind !== 'choose-model') return true
    const { choice } = command
    if (choice.model !== 'named' || choice.isCertain) return true
    const { isNameOfModel } = await import('./apply-model-choice.ts')
    return isNameOfModel(api, choice.name)
  }

  return {
    wakeWords,
    onWakeWord(wakeWord) {
      if (settings().audioInputMode !== 'voice-activation' || settings().wakeWords.includes(wakeWord)) return
      const agent = agents()
        .filter(acceptsVoice)
        .find(({ label }) => label === wakeWord)
      if (agent) callAgent(agent.id)
    },
    executeCommand: executeSpokenWords,
    async executeCommandIn(text) {
      if (await executeSpokenWords(text)) return ''
      if (settings().audioInputMode !== 'voice-activation') return text
      const { matchWakeWord } = await import('#voice/words/index.ts')
      const match = matchWakeWord(text, wakeWords())
      // The server lets the agent answer that is addressed.
      const isName = agents().some(({ label }) => label === match?.word)
      if (match?.isAddressed !== true) return text
      return isName && match.rest !== '' ? text : match.rest
    },
  }
}
