import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Agent } from '@vee/contract/entities/agent'
import type { Chat } from '#features/chat/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { VoiceSession } from '#voice/index.ts'
import type { Command } from '#voice/words/index.ts'

/** What a spoken command can reach. */
export interface CommandReach {
  readonly session: VoiceSession
  readonly chat: () => Chat
  readonly agents: () => readonly Agent[]
  readonly activeAgent: () => AgentId
  readonly switchAgent: (agentId: AgentId) => void
}

const STEP = { rate: 0.2, volume: 0.2 }
const RATES = { least: 0.25, most: 4 }

/** Does what was said to the page. */
export function obeyCommand(command: Command, reach: CommandReach): void {
  const { session, chat } = reach
  switch (command.kind) {
    case 'stop':
      session.hush()
      return chat().stopReply()
    case 'repeat':
      return sayAgain(reach, 0)
    case 'slower':
      return changeRate(reach, -STEP.rate)
    case 'faster':
      return changeRate(reach, STEP.rate)
    case 'louder':
      return changeVolume(reach, STEP.volume)
    case 'softer':
      return changeVolume(reach, -STEP.volume)
    case 'read-code':
      return readCode(reach)
    case 'next-agent':
      return nextAgent(reach)
    case 'switch-agent':
      return reach.switchAgent(command.agentId as AgentId)
    case 'new-chat':
      return chat().startNew()
    case 'mute':
      return changeSettings({ muted: true })
  }
}

function lastReply({ chat }: CommandReach) {
  return chat()
    .state.getState()
    .messages.findLast(({ role, text }) => role === 'assistant' && text !== '')
}

function sayAgain(reach: CommandReach, fromOffset: number): void {
  const reply = lastReply(reach)
  if (reply) reach.session.replay(reply.id, reply.text, fromOffset)
}

/** A voice that the command cut off goes on where it was, in its new way. */
function goOn(reach: CommandReach): void {
  const { cutOff, state } = reach.session.snapshot()
  // Held, and not cut off: it goes on by itself.
  if (state.phase === 'speaking') return
  const reply = lastReply(reach)
  if (reply && cutOff?.replyId === reply.id && cutOff.heardUntil < reply.text.length)
    sayAgain(reach, cutOff.heardUntil)
}

function changeRate(reach: CommandReach, by: number): void {
  const rate = useSettings.getState().ttsRate + by
  changeSettings({ ttsRate: Math.min(RATES.most, Math.max(RATES.least, Math.round(rate * 20) / 20)) })
  goOn(reach)
}

function changeVolume(reach: CommandReach, by: number): void {
  const volume = useSettings.getState().ttsVolume + by
  changeSettings({ ttsVolume: Math.min(1, Math.max(0.1, Math.round(volume * 20) / 20)) })
  goOn(reach)
}

const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^ {0,3}\1/gm
const MARKS = /[!-/:-@[-`{-~]/g

/** The code of the last reply, line by line; its marks are said and not read as Markdown. */
function readCode(reach: CommandReach): void {
  const reply = lastReply(reach)
  const blocks = [...(reply?.text ?? '').matchAll(FENCED)].map((found) => found[2] ?? '')
  if (!reply || blocks.length === 0) return
  const lines = blocks
    .join('\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const spoken = lines.map((line) => line.trim().replaceAll(MARKS, String.raw`\$&`)).join('\n\n')
  reach.session.replay(`${reply.id}:code`, spoken, 0)
}

function nextAgent({ agents, activeAgent, switchAgent }: CommandReach): void {
  const known = agents()
  const next = known[(known.findIndex(({ id }) => id === activeAgent()) + 1) % Math.max(1, known.length)]
  if (next) switchAgent(next.id)
}
