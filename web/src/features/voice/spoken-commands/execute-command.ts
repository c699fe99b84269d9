import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Source } from '@vee/contract/entities/source'
import type { getConversation } from '@vee/contract/http/conversations'
import type { LookSource } from '@vee/contract/spoken/look'
import type { Agent } from '@vee/contract/entities/agent'
import { currentLanguage, loadLazyTexts, textsNow } from '#i18n/index.ts'
import { useEyesOff } from '#lib/eyes-off.ts'
import { useOpenedSource } from '#lib/files/opened-source.ts'
import { fencedBlocks } from '#lib/files/fenced-blocks.ts'
import type { Api } from '#lib/http/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { VoiceSession } from '#voice/index.ts'
import type { SpokenCommand } from '#voice/words/index.ts'
import type { StoredCommand } from './stored-commands.ts'
import { applyModelChoice } from './apply-model-choice.ts'
import type { CommandedMessage } from './found-in-conversation.ts'

/** The conversation, as far as commands use it. */
interface CommandedChat {
  readonly state: {
    getState(): {
      readonly conversationId: string
      readonly messages: readonly CommandedMessage[]
    }
  }
  startNew(): void
}

/** How a conversation was organized; `signed-out`: only members have stored ones. */
export type OrganizingEnd = 'done' | 'unknown' | 'signed-out' | 'failed'

/** The parts of the app that spoken commands control. */
export interface CommandDependencies {
  readonly api: Pick<Api, 'json' | 'send'>
  readonly session: VoiceSession
  readonly chat: () => CommandedChat
  readonly agents: () => readonly Agent[]
  readonly activeAgent: () => AgentId
  readonly switchAgent: (agentId: AgentId) => void
  /** shows the effect of a command that is otherwise neither audible nor visible, or why it had none */
  readonly tell: (text: string) => void
  /** puts a picture of the camera or screen into the message field, with these words */
  readonly lookAt: (source: LookSource, text: string) => void
  readonly stopLook: () => void
  /** Pins the conversation, or puts it into the project with a name. Never rejects. */
  readonly organize: (
    wish: { readonly pin: true } | { readonly projectName: string },
  ) => Promise<OrganizingEnd>
  /** Opens the links of the conversation; returns false if it is not stored on the server. */
  readonly share: (days: number) => Promise<boolean>
  /** changes the path of the conversation */
  readonly paths: () => Promise<{
    /** Takes the last question and its reply out of the path. Returns false if there is none. */
    takeBack(): boolean
    /** Requests another reply to the last question. Returns false if there is none. */
    askAgain(): boolean
    /** Ends the path where a topic was spoken of. Resolves with the first words there; undefined if it was not. */
    goBackTo(topic: string): Promise<string | undefined>
  }>
  /** Asks a question in the background, and says what became of it. Never rejects. */
  readonly askInBackground: (text: string) => Promise<void>
  /** opens the picker of models, with words that are searched for at once */
  readonly openModelPicker: (search: string) => void
  /** opens a meeting and plays it from that second */
  readonly playMeeting: (id: string, seconds: number) => void
}

/** First words in place of a title. */
const MAX_TITLE_WORDS_LENGTH = 80
const STEP = { rate: 0.2, volume: 0.2 }
const RATES = { least: 0.25, most: 4 }

/** Executes a voice command. */
export function executeCommand(command: SpokenCommand, dependencies: CommandDependencies): void {
  const { session, chat } = dependencies
  if (isAboutStored(command)) return void executeAboutStored(command, dependencies)
  if (isAboutSpeech(command)) return changeSpeech(command.kind, dependencies)
  if (isOrganizing(command)) return void executeOrganizing(command, dependencies)
  switch (command.kind) {
    case 'stop':
      return session.stopReply()
    case 'repeat':
      return repeat(dependencies)
    case 'read-code':
      return readCode(dependencies)
    case 'which-source':
      return void nameSources(dependencies)
    case 'read-source':
      return void readSources(dependencies)
    case 'is-certain':
      return void sayCertainty(dependencies)
    case 'open-source':
      return openSource(dependencies)
    case 'next-agent':
      return nextAgent(dependencies)
    case 'switch-agent':
      return switchTo(command.agentId, dependencies)
    case 'take-back':
    case 'ask-again':
      return void changePath(command.kind, dependencies)
    case 'go-back':
      return void goBack(command.topic, dependencies)
    case 'in-background':
      return void dependencies.askInBackground(command.text)
    case 'new-chat':
      return chat().startNew()
    case 'choose-model':
      return void applyModelChoice(command.choice, {
        api: dependencies.api,
        agentId: dependencies.activeAgent(),
        conversationId: chat().state.getState().conversationId,
        announce: (text) => announce(dependencies, text),
        openPicker: dependencies.openModelPicker,
      })
    case 'look':
      return dependencies.lookAt(command.source, command.text)
    case 'look-away':
      return dependencies.stopLook()
    case 'mute':
      return changeSettings({ muted: true })
    case 'eyes-off':
      return useEyesOff.setState({ isOn: true })
    case 'show-text':
      return useEyesOff.setState({ isOn: false })
  }
}

type SpeechChange = 'slower' | 'faster' | 'louder' | 'softer'

const isAboutSpeech = (command: SpokenCommand): command is { readonly kind: SpeechChange } =>
  command.kind === 'slower' ||
  command.kind === 'faster' ||
  command.kind === 'louder' ||
  command.kind === 'softer'

function changeSpeech(change: SpeechChange, dependencies: CommandDependencies): void {
  if (change === 'slower' || change === 'faster')
    changeRate(dependencies, change === 'faster' ? STEP.rate : -STEP.rate)
  else changeVolume(dependencies, change === 'louder' ? STEP.volume : -STEP.volume)
}

type OrganizingCommand =
  | { readonly kind: 'pin' | 'what-title' }
  | Extract<SpokenCommand, { readonly kind: 'put-in-project' | 'share' }>

const ORGANIZING: ReadonlySet<string> = new Set(['pin', 'put-in-project', 'what-title', 'share'])
const isOrganizing = (command: SpokenCommand): command is OrganizingCommand => ORGANIZING.has(command.kind)

/** Executes a command about the conversation as a whole. */
async function executeOrganizing(
  command: OrganizingCommand,
  dependencies: CommandDependencies,
): Promise<void> {
  if (command.kind === 'share') await share(command.days, dependencies)
  else if (command.kind === 'put-in-project') await organize({ projectName: command.name }, dependencies)
  else if (command.kind === 'pin') await organize({ pin: true }, dependencies)
  else await sayTitle(dependencies)
}

const isAboutStored = (command: SpokenCommand): command is StoredCommand =>
  command.kind === 'narrow-search' ||
  command.kind === 'play-found' ||
  command.kind === 'about-me' ||
  command.kind === 'forget-that'

/** Its code is loaded with the first such command. */
async function executeAboutStored(command: StoredCommand, dependencies: CommandDependencies): Promise<void> {
  const { executeStoredCommand } = await import('./stored-commands.ts')
  await executeStoredCommand(command, { ...dependencies, announce: (text) => announce(dependencies, text) })
}

/** Takes the last question back, or asks it again. A command that was loaded too late does nothing but say so. */
async function changePath(kind: 'take-back' | 'ask-again', dependencies: CommandDependencies): Promise<void> {
  dependencies.session.stopReply()
  const paths = await dependencies.paths().catch(() => undefined)
  if (!paths) return tell(dependencies, (t) => t('command.pathFailed'))
  if (kind === 'ask-again') {
    if (!paths.askAgain()) await tell(dependencies, (t) => t('command.noReply'))
  } else {
    const isTaken = paths.takeBack()
    await tell(dependencies, (t) => t(isTaken ? 'command.takenBack' : 'command.nothingToTakeBack'))
  }
}

/** Goes back to where a topic was spoken of, and reads the first words there. */
async function goBack(topic: string, dependencies: CommandDependencies): Promise<void> {
  dependencies.session.stopReply()
  await loadLazyTexts()
  const t = textsNow('speech')
  try {
    const words = await (await dependencies.paths()).goBackTo(topic)
    announce(
      dependencies,
      words === undefined ? t('command.neverSpokenOf', { topic }) : t('command.wentBack', { words }),
    )
  } catch {
    dependencies.tell(t('command.pathFailed'))
  }
}

/** Pins or moves the conversation, and says what became of it. */
async function organize(
  wish: Parameters<CommandDependencies['organize']>[0],
  dependencies: CommandDependencies,
): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  const name = 'projectName' in wish ? wish.projectName : ''
  const end = await dependencies.organize(wish)
  if (end === 'done')
    announce(dependencies, name === '' ? t('command.pinned') : t('command.movedTo', { name }))
  else if (end === 'unknown') announce(dependencies, t('command.projectUnknown', { name }))
  else if (end === 'signed-out') announce(dependencies, t('command.organizeSignedOut'))
  else dependencies.tell(t('command.pathFailed'))
}

/** Says the title of the conversation; one that is not stored is called by its first words. */
async function sayTitle(dependencies: CommandDependencies): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  const { conversationId: id, messages } = dependencies.chat().state.getState()
  const words = messages.find(({ role }) => role === 'user')?.text.slice(0, MAX_TITLE_WORDS_LENGTH)
  const stored = await dependencies.api
    .json<typeof getConversation>('GET', '/conversations/{id}', { params: { id }, query: { limit: 1 } })
    .catch(() => undefined)
  const title = stored?.title || words
  announce(dependencies, title ? t('command.titleIs', { title }) : t('command.noTitle'))
}

/** Opens the links of the conversation: what they show is looked at before there is one. */
async function share(days: number, dependencies: CommandDependencies): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  announce(
    dependencies,
    t((await dependencies.share(days)) ? 'command.shareOpened' : 'command.organizeSignedOut'),
  )
}

function lastReply({ chat }: CommandDependencies) {
  return chat()
    .state.getState()
    .messages.findLast(({ role, text }) => role === 'assistant' && text !== '')
}

function repeat(dependencies: CommandDependencies): void {
  if (lastReply(dependencies)) repeatReply(dependencies, 0)
  else void tell(dependencies, (t) => t('command.noReply'))
}

/** Shows a sentence, and speaks it if replies are spoken. */
function announce({ session, tell: show }: CommandDependencies, text: string): void {
  show(text)
  const { autoPlayTts, muted } = useSettings.getState()
  if (autoPlayTts && !muted) session.announce(text)
}

async function tell(
  dependencies: CommandDependencies,
  textOf: (t: ReturnType<typeof textsNow<'speech'>>) => string,
): Promise<void> {
  await loadLazyTexts()
  dependencies.tell(textOf(textsNow('speech')))
}

function repeatReply(dependencies: CommandDependencies, fromOffset: number): void {
  const reply = lastReply(dependencies)
  if (reply) dependencies.session.replay(reply.id, reply.text, fromOffset)
}

/** Continues speech that the command interrupted, with the new settings. */
function goOn(dependencies: CommandDependencies): void {
  const { interruptedReply, state } = dependencies.session.snapshot()
  // Paused, not stopped: it resumes automatically.
  if (state.phase === 'speaking') return
  const reply = lastReply(dependencies)
  if (reply && interruptedReply?.replyId === reply.id && interruptedReply.playedUntil < reply.text.length)
    repeatReply(dependencies, interruptedReply.playedUntil)
}

function changeRate(dependencies: CommandDependencies, by: number): void {
  const wanted = useSettings.getState().ttsRate + by
  const ttsRate = Math.min(RATES.most, Math.max(RATES.least, Math.round(wanted * 20) / 20))
  changeSettings({ ttsRate })
  goOn(dependencies)
  const rate = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 2 }).format(ttsRate)
  void tell(dependencies, (t) => t('player.speed', { rate }))
}

function changeVolume(dependencies: CommandDependencies, by: number): void {
  const wanted = useSettings.getState().ttsVolume + by
  const ttsVolume = Math.min(1, Math.max(0.1, Math.round(wanted * 20) / 20))
  changeSettings({ ttsVolume })
  goOn(dependencies)
  const share = new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(ttsVolume)
  void tell(dependencies, (t) => t('command.volume', { share }))
}

const MARKS = /[!-/:-@[-`{-~]/g

/**
 * Reads the code of the last reply, line by line. Its punctuation is encoded as entities, so that it is
 * spoken and not parsed as Markdown: escaped by a backslash, a bracket would begin a formula.
 */
function readCode(dependencies: CommandDependencies): void {
  const reply = lastReply(dependencies)
  const blocks = fencedBlocks(reply?.text ?? '').map(({ code }) => code)
  if (!reply || blocks.length === 0) return void tell(dependencies, (t) => t('command.noCode'))
  const lines = blocks
    .join('\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const spoken = lines
    .map((line) => line.trim().replaceAll(MARKS, (mark) => `&#${mark.charCodeAt(0)};`))
    .join('\n\n')
  dependencies.session.replay(`${reply.id}:code`, spoken, 0)
}

/** The sources of the last reply that prove something, or all that were read for it. */
function sourcesOf(dependencies: CommandDependencies): readonly Source[] {
  const { sources = [] } = lastReply(dependencies) ?? {}
  const proven = sources.filter(({ quotes }) => quotes.some(({ isProven }) => isProven))
  return proven.length > 0 ? proven : sources
}

/** Returns the names of sources, each once. */
function namesOf(sources: readonly Source[]): string {
  const names = new Set(sources.map(({ site, title }) => (site === null ? title : `${title} (${site})`)))
  return new Intl.ListFormat(currentLanguage()).format(names)
}

/** Announces the sources of the last reply by their names: numbers mean nothing to those who listen. */
async function nameSources(dependencies: CommandDependencies): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  const sources = sourcesOf(dependencies)
  announce(
    dependencies,
    sources.length === 0 ? t('command.noSource') : t('command.sources', { names: namesOf(sources) }),
  )
}

/** Announces how much of what the last reply cites is in its sources, and what is not. */
async function sayCertainty(dependencies: CommandDependencies): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  const { sources = [] } = lastReply(dependencies) ?? {}
  const names = namesOf(sourcesOf(dependencies))
  const quotes = sources.flatMap((source) => source.quotes)
  const missing = quotes.filter(({ isProven }) => !isProven).map(({ text }) => text)
  const count = quotes.length
  if (names === '') announce(dependencies, t('command.noSource'))
  else if (count === 0) announce(dependencies, t('command.uncited', { names }))
  else if (missing.length === 0) announce(dependencies, t('command.certain', { count, names }))
  else {
    const values = { count, proven: count - missing.length, names, missing: missing.join(' ') }
    announce(dependencies, t('command.partlyCertain', values))
  }
}

/** Shows the first quoted source of the last reply, at the quote. */
function openSource(dependencies: CommandDependencies): void {
  const reply = lastReply(dependencies)
  const [source] = sourcesOf(dependencies)
  if (reply && source) useOpenedSource.setState({ opened: { replyId: reply.id, source } })
  else void tell(dependencies, (t) => t('command.noSource'))
}

/** Reads aloud what the last reply quotes. */
async function readSources(dependencies: CommandDependencies): Promise<void> {
  const reply = lastReply(dependencies)
  const quotes = sourcesOf(dependencies).flatMap(({ title, quotes }) => {
    const proven = quotes.filter(({ isProven }) => isProven).map(({ text }) => text)
    return proven.length === 0 ? [] : [`${title}: ${proven.join(' ')}`]
  })
  if (!reply || quotes.length === 0) return tell(dependencies, (t) => t('command.noSource'))
  // A page is no Markdown.
  const spoken = quotes.join('\n\n').replaceAll(MARKS, (mark) => `&#${mark.charCodeAt(0)};`)
  dependencies.session.replay(`${reply.id}:sources`, spoken, 0)
}

/** Switches to the next agent that is available to the user. */
function nextAgent({ agents, activeAgent, switchAgent }: CommandDependencies): void {
  const open = agents().filter(({ id, locked }) => !locked || id === activeAgent())
  const next = open[(open.findIndex(({ id }) => id === activeAgent()) + 1) % Math.max(1, open.length)]
  if (next) switchAgent(next.id)
}

/**
 * Switches to an agent. One that requires a login is not switched to, with a notice; other locked ones
 * explain themselves.
 */
function switchTo(agentId: string, dependencies: CommandDependencies): void {
  const agent = dependencies.agents().find(({ id }) => id === agentId)
  if (!agent) return
  if (agent.locked && agent.accessTier === 'member')
    void tell(dependencies, (t) => t('command.locked', { agent: agent.label }))
  else dependencies.switchAgent(agent.id)
}
