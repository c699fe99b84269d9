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
export interface CommandReach {
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
const TITLE_WORDS_MAX_LENGTH = 80
const STEP = { rate: 0.2, volume: 0.2 }
const RATES = { least: 0.25, most: 4 }

/** Executes a voice command. */
export function executeCommand(command: SpokenCommand, reach: CommandReach): void {
  const { session, chat } = reach
  if (isAboutStored(command)) return void executeAboutStored(command, reach)
  if (isAboutSpeech(command)) return changeSpeech(command.kind, reach)
  if (isOrganizing(command)) return void executeOrganizing(command, reach)
  switch (command.kind) {
    case 'stop':
      return session.stopReply()
    case 'repeat':
      return repeat(reach)
    case 'read-code':
      return readCode(reach)
    case 'which-source':
      return void nameSources(reach)
    case 'read-source':
      return void readSources(reach)
    case 'is-certain':
      return void sayCertainty(reach)
    case 'open-source':
      return openSource(reach)
    case 'next-agent':
      return nextAgent(reach)
    case 'switch-agent':
      return switchTo(command.agentId, reach)
    case 'take-back':
    case 'ask-again':
      return void changePath(command.kind, reach)
    case 'go-back':
      return void goBack(command.topic, reach)
    case 'in-background':
      return void reach.askInBackground(command.text)
    case 'new-chat':
      return chat().startNew()
    case 'choose-model':
      return void applyModelChoice(command.choice, {
        api: reach.api,
        agentId: reach.activeAgent(),
        conversationId: chat().state.getState().conversationId,
        announce: (text) => announce(reach, text),
        openPicker: reach.openModelPicker,
      })
    case 'look':
      return reach.lookAt(command.source, command.text)
    case 'look-away':
      return reach.stopLook()
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

function changeSpeech(change: SpeechChange, reach: CommandReach): void {
  if (change === 'slower' || change === 'faster')
    changeRate(reach, change === 'faster' ? STEP.rate : -STEP.rate)
  else changeVolume(reach, change === 'louder' ? STEP.volume : -STEP.volume)
}

type OrganizingCommand =
  | { readonly kind: 'pin' | 'what-title' }
  | Extract<SpokenCommand, { readonly kind: 'put-in-project' | 'share' }>

const ORGANIZING: ReadonlySet<string> = new Set(['pin', 'put-in-project', 'what-title', 'share'])
const isOrganizing = (command: SpokenCommand): command is OrganizingCommand => ORGANIZING.has(command.kind)

/** Executes a command about the conversation as a whole. */
async function executeOrganizing(command: OrganizingCommand, reach: CommandReach): Promise<void> {
  if (command.kind === 'share') await share(command.days, reach)
  else if (command.kind === 'put-in-project') await organize({ projectName: command.name }, reach)
  else if (command.kind === 'pin') await organize({ pin: true }, reach)
  else await sayTitle(reach)
}

const isAboutStored = (command: SpokenCommand): command is StoredCommand =>
  command.kind === 'narrow-search' ||
  command.kind === 'play-found' ||
  command.kind === 'about-me' ||
  command.kind === 'forget-that'

/** Its code is loaded with the first such command. */
async function executeAboutStored(command: StoredCommand, reach: CommandReach): Promise<void> {
  const { executeStoredCommand } = await import('./stored-commands.ts')
  await executeStoredCommand(command, { ...reach, announce: (text) => announce(reach, text) })
}

/** Takes the last question back, or asks it again. A command that was loaded too late does nothing but say so. */
async function changePath(kind: 'take-back' | 'ask-again', reach: CommandReach): Promise<void> {
  reach.session.stopReply()
  const paths = await reach.paths().catch(() => undefined)
  if (!paths) return tell(reach, (t) => t('command.pathFailed'))
  if (kind === 'ask-again') {
    if (!paths.askAgain()) await tell(reach, (t) => t('command.noReply'))
  } else {
    const isTaken = paths.takeBack()
    await tell(reach, (t) => t(isTaken ? 'command.takenBack' : 'command.nothingToTakeBack'))
  }
}

/** Goes back to where a topic was spoken of, and reads the first words there. */
async function goBack(topic: string, reach: CommandReach): Promise<void> {
  reach.session.stopReply()
  await loadLazyTexts()
  const t = textsNow('speech')
  try {
    const words = await (await reach.paths()).goBackTo(topic)
    announce(
      reach,
      words === undefined ? t('command.neverSpokenOf', { topic }) : t('command.wentBack', { words }),
    )
  } catch {
    reach.tell(t('command.pathFailed'))
  }
}

/** Pins or moves the conversation, and says what became of it. */
async function organize(wish: Parameters<CommandReach['organize']>[0], reach: CommandReach): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  const name = 'projectName' in wish ? wish.projectName : ''
  const end = await reach.organize(wish)
  if (end === 'done') announce(reach, name === '' ? t('command.pinned') : t('command.movedTo', { name }))
  else if (end === 'unknown') announce(reach, t('command.projectUnknown', { name }))
  else if (end === 'signed-out') announce(reach, t('command.organizeSignedOut'))
  else reach.tell(t('command.pathFailed'))
}

/** Says the title of the conversation; one that is not stored is called by its first words. */
async function sayTitle(reach: CommandReach): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  const { conversationId: id, messages } = reach.chat().state.getState()
  const words = messages.find(({ role }) => role === 'user')?.text.slice(0, TITLE_WORDS_MAX_LENGTH)
  const stored = await reach.api
    .json<typeof getConversation>('GET', '/conversations/{id}', { params: { id }, query: { limit: 1 } })
    .catch(() => undefined)
  const title = stored?.title || words
  announce(reach, title ? t('command.titleIs', { title }) : t('command.noTitle'))
}

/** Opens the links of the conversation: what they show is looked at before there is one. */
async function share(days: number, reach: CommandReach): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  announce(reach, t((await reach.share(days)) ? 'command.shareOpened' : 'command.organizeSignedOut'))
}

function lastReply({ chat }: CommandReach) {
  return chat()
    .state.getState()
    .messages.findLast(({ role, text }) => role === 'assistant' && text !== '')
}

function repeat(reach: CommandReach): void {
  if (lastReply(reach)) repeatReply(reach, 0)
  else void tell(reach, (t) => t('command.noReply'))
}

/** Shows a sentence, and speaks it if replies are spoken. */
function announce({ session, tell: show }: CommandReach, text: string): void {
  show(text)
  const { autoPlayTts, muted } = useSettings.getState()
  if (autoPlayTts && !muted) session.replay('announcement', text, 0)
}

async function tell(
  reach: CommandReach,
  textOf: (t: ReturnType<typeof textsNow<'speech'>>) => string,
): Promise<void> {
  await loadLazyTexts()
  reach.tell(textOf(textsNow('speech')))
}

function repeatReply(reach: CommandReach, fromOffset: number): void {
  const reply = lastReply(reach)
  if (reply) reach.session.replay(reply.id, reply.text, fromOffset)
}

/** Continues speech that the command interrupted, with the new settings. */
function goOn(reach: CommandReach): void {
  const { interruptedReply, state } = reach.session.snapshot()
  // Paused, not stopped: it resumes automatically.
  if (state.phase === 'speaking') return
  const reply = lastReply(reach)
  if (reply && interruptedReply?.replyId === reply.id && interruptedReply.playedUntil < reply.text.length)
    repeatReply(reach, interruptedReply.playedUntil)
}

function changeRate(reach: CommandReach, by: number): void {
  const wanted = useSettings.getState().ttsRate + by
  const ttsRate = Math.min(RATES.most, Math.max(RATES.least, Math.round(wanted * 20) / 20))
  changeSettings({ ttsRate })
  goOn(reach)
  const rate = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 2 }).format(ttsRate)
  void tell(reach, (t) => t('player.speed', { rate }))
}

function changeVolume(reach: CommandReach, by: number): void {
  const wanted = useSettings.getState().ttsVolume + by
  const ttsVolume = Math.min(1, Math.max(0.1, Math.round(wanted * 20) / 20))
  changeSettings({ ttsVolume })
  goOn(reach)
  const share = new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(ttsVolume)
  void tell(reach, (t) => t('command.volume', { share }))
}

const MARKS = /[!-/:-@[-`{-~]/g

/**
 * Reads the code of the last reply, line by line. Its punctuation is encoded as entities, so that it is
 * spoken and not parsed as Markdown: escaped by a backslash, a bracket would begin a formula.
 */
function readCode(reach: CommandReach): void {
  const reply = lastReply(reach)
  const blocks = fencedBlocks(reply?.text ?? '').map(({ code }) => code)
  if (!reply || blocks.length === 0) return void tell(reach, (t) => t('command.noCode'))
  const lines = blocks
    .join('\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const spoken = lines
    .map((line) => line.trim().replaceAll(MARKS, (mark) => `&#${mark.charCodeAt(0)};`))
    .join('\n\n')
  reach.session.replay(`${reply.id}:code`, spoken, 0)
}

/** The sources of the last reply that prove something, or all that were read for it. */
function sourcesOf(reach: CommandReach): readonly Source[] {
  const { sources = [] } = lastReply(reach) ?? {}
  const proven = sources.filter(({ quotes }) => quotes.some(({ isProven }) => isProven))
  return proven.length > 0 ? proven : sources
}

/** Returns the names of sources, each once. */
function namesOf(sources: readonly Source[]): string {
  const names = new Set(sources.map(({ site, title }) => (site === null ? title : `${title} (${site})`)))
  return new Intl.ListFormat(currentLanguage()).format(names)
}

/** Announces the sources of the last reply by their names: numbers mean nothing to those who listen. */
async function nameSources(reach: CommandReach): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  const sources = sourcesOf(reach)
  announce(
    reach,
    sources.length === 0 ? t('command.noSource') : t('command.sources', { names: namesOf(sources) }),
  )
}

/** Announces how much of what the last reply cites is in its sources, and what is not. */
async function sayCertainty(reach: CommandReach): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('speech')
  const { sources = [] } = lastReply(reach) ?? {}
  const names = namesOf(sourcesOf(reach))
  const quotes = sources.flatMap((source) => source.quotes)
  const missing = quotes.filter(({ isProven }) => !isProven).map(({ text }) => text)
  const count = quotes.length
  if (names === '') announce(reach, t('command.noSource'))
  else if (count === 0) announce(reach, t('command.uncited', { names }))
  else if (missing.length === 0) announce(reach, t('command.certain', { count, names }))
  else {
    const values = { count, proven: count - missing.length, names, missing: missing.join(' ') }
    announce(reach, t('command.partlyCertain', values))
  }
}

/** Shows the first quoted source of the last reply, at the quote. */
function openSource(reach: CommandReach): void {
  const reply = lastReply(reach)
  const [source] = sourcesOf(reach)
  if (reply && source) useOpenedSource.setState({ opened: { replyId: reply.id, source } })
  else void tell(reach, (t) => t('command.noSource'))
}

/** Reads aloud what the last reply quotes. */
async function readSources(reach: CommandReach): Promise<void> {
  const reply = lastReply(reach)
  const quotes = sourcesOf(reach).flatMap(({ title, quotes }) => {
    const proven = quotes.filter(({ isProven }) => isProven).map(({ text }) => text)
    return proven.length === 0 ? [] : [`${title}: ${proven.join(' ')}`]
  })
  if (!reply || quotes.length === 0) return tell(reach, (t) => t('command.noSource'))
  // A page is no Markdown.
  const spoken = quotes.join('\n\n').replaceAll(MARKS, (mark) => `&#${mark.charCodeAt(0)};`)
  reach.session.replay(`${reply.id}:sources`, spoken, 0)
}

/** Switches to the next agent that is available to the user. */
function nextAgent({ agents, activeAgent, switchAgent }: CommandReach): void {
  const open = agents().filter(({ id, locked }) => !locked || id === activeAgent())
  const next = open[(open.findIndex(({ id }) => id === activeAgent()) + 1) % Math.max(1, open.length)]
  if (next) switchAgent(next.id)
}

/**
 * Switches to an agent. One that requires a login is not switched to, with a notice; other locked ones
 * explain themselves.
 */
function switchTo(agentId: string, reach: CommandReach): void {
  const agent = reach.agents().find(({ id }) => id === agentId)
  if (!agent) return
  if (agent.locked && agent.accessTier === 'member')
    void tell(reach, (t) => t('command.locked', { agent: agent.label }))
  else reach.switchAgent(agent.id)
}
