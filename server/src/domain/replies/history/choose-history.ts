import type { ChatMessage } from '@vee/contract/entities/message'
import type { HistoryReason } from '@vee/contract/http/chat'
import { type MessageSize, sizeByLength } from './message-sizes.ts'
import type { HistoryPlan } from './plan-history.ts'
import { relevanceTo } from '#lib/relevance.ts'

/**
 * Messages that are sent together or not at all: one message, or an answer with tool calls and their results.
 * Providers reject calls without results and results without calls.
 */
type MessageUnit = readonly [ChatMessage, ...ChatMessage[]]

/**
 * Splits the conversation into units, without messages that have neither text nor files. Drops results without a call and calls without
 * all their results.
 */
function unitsOf(messages: readonly ChatMessage[]): readonly MessageUnit[] {
  return messages
    .flatMap((message, index): readonly MessageUnit[] => {
      if (message.role === 'tool') return []
      return [message.tool_calls?.length ? withResults(message, resultsAfter(index, messages)) : [message]]
    })
    .filter((unit) => unit.length > 1 || !isEmpty(unit[0]))
}

const isEmpty = ({ content, attachments = [] }: ChatMessage) =>
  content.trim() === '' && attachments.length === 0

function withResults(message: ChatMessage, results: readonly ChatMessage[]): MessageUnit {
  const { tool_calls: calls = [], ...words } = message
  const answers = calls.flatMap(({ id }) => results.find(({ tool_call_id: of }) => of === id) ?? [])
  return answers.length === calls.length ? [message, ...answers] : [words]
}

/** Returns the results that directly follow a message. */
function resultsAfter(index: number, messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const after = messages.slice(index + 1)
  const end = after.findIndex(({ role }) => role !== 'tool')
  return end === -1 ? after : after.slice(0, end)
}

/** The messages for the model, and how many were omitted. */
export interface ChosenHistory {
  readonly messages: readonly ChatMessage[]
  readonly omitted: number
}

/**
 * Chooses the messages for the model. The last question and the end of the conversation are always included,
 * then the newest messages without gaps, then the most relevant older ones, within budget and count. The
 * order is preserved, and no answer is sent without its question. Deterministic for the same conversation and
 * plan.
 */
export function chooseHistory(
  conversation: readonly ChatMessage[],
  plan: HistoryPlan,
  sizeOf: MessageSize = sizeByLength(plan.charsPerToken),
): ChosenHistory {
  const { candidates, chosen } = choose(conversation, plan, sizeOf)
  const messages = chosen.flat()
  return { messages, omitted: countMessages(candidates) - messages.length }
}

/**
 * The decision about a message. `relevanceScore` (0..1) is set for older messages whose relevance was
 * computed.
 */
export interface HistoryDecision {
  readonly isSent: boolean
  readonly reason: HistoryReason
  readonly relevanceScore?: number
}

/** Makes the choice of `chooseHistory` and returns the decision about each message, in the order of the conversation. */
export function explainHistory(
  conversation: readonly ChatMessage[],
  plan: HistoryPlan,
  sizeOf: MessageSize = sizeByLength(plan.charsPerToken),
): readonly HistoryDecision[] {
  const numbered = conversation.map((message, index) => ({ ...message, id: String(index) }))
  const { candidates, units, chosen, forced, firstRecent, fits } = choose(numbered, plan, sizeOf)
  const older = units.slice(0, firstRecent)
  const scores = plan.relevantMessages > 0 ? relevanceTo(questionText(units), older.map(textOf)) : []
  const decisions = new Map<string | undefined, HistoryDecision>()
  for (const { id } of candidates.flat()) decisions.set(id, { isSent: false, reason: 'repeated' })
  for (const [index, unit] of units.entries()) {
    const relevanceScore = forced.includes(index) ? undefined : scores[index]
    const isSent = chosen.includes(unit)
    const reason = isSent
      ? sentReason(index, forced, firstRecent)
      : omittedReason(relevanceScore, plan, fits(index))
    const decision = { isSent, reason, ...(relevanceScore !== undefined && { relevanceScore }) }
    for (const { id } of unit) decisions.set(id, decision)
  }
  return numbered.map(({ id, role }) => {
    const isDropped = role === 'system' && plan.dropsSystemMessages
    return decisions.get(id) ?? { isSent: false, reason: isDropped ? 'system-message' : 'empty' }
  })
}

function sentReason(index: number, forced: readonly number[], firstRecent: number): HistoryReason {
  if (forced.includes(index)) return 'question'
  return index >= firstRecent ? 'recent' : 'relevant'
}

/** `fits`: whether the tokens that are left suffice for the message with its question. */
function omittedReason(
  score: number | undefined,
  { relevancyThreshold }: HistoryPlan,
  fits: boolean,
): HistoryReason {
  if (score === undefined) return 'older'
  if (score < relevancyThreshold) return 'less-relevant'
  return fits ? 'over-count' : 'no-room'
}

/** `forced` and `firstRecent` are indices in `units`. */
function choose(conversation: readonly ChatMessage[], plan: HistoryPlan, sizeOf: MessageSize) {
  const candidates = unitsOf(
    plan.dropsSystemMessages ? withoutSystem(conversation) : asPersonsWords(conversation),
  )
  const units = plan.dropsRepeatedAnswers ? withoutRepeatedAnswers(candidates) : candidates
  const forced = [questionOf(units.length, units), units.length - 1]
  const selection = new Selection(units, plan, sizeOf)
  selection.force(forced)
  const firstRecent = selection.addNewest()
  selection.addMostRelevant(firstRecent)
  return {
    candidates,
    units,
    chosen: selection.chosen(),
    forced,
    firstRecent,
    fits: (index: number) => selection.hasTokensFor(index),
  }
}

/** The units chosen so far, with the remaining budget. */
class Selection {
  readonly #units: readonly MessageUnit[]
  readonly #plan: HistoryPlan
  readonly #sizeOf: MessageSize
  readonly #taken = new Set<number>()
  #messagesLeft: number
  #tokensLeft: number

  constructor(units: readonly MessageUnit[], plan: HistoryPlan, sizeOf: MessageSize) {
    this.#units = units
    this.#plan = plan
    this.#sizeOf = sizeOf
    this.#messagesLeft = plan.maxMessages
    this.#tokensLeft = plan.budgetTokens
  }

  /** Adds units regardless of the budget. */
  force(indices: readonly number[]): void {
    this.#includeMessages(this.#missingIndices(indices))
  }

  /** Adds units from the end backwards until one does not fit. Returns the index of the first recent unit. */
  addNewest(): number {
    let messages = 0
    for (let index = this.#units.length - 1; index >= 0; index--) {
      messages += this.#units[index]?.length ?? 0
      const isRecent = messages <= this.#plan.recentMessages
      if (!this.#taken.has(index) && !(isRecent && this.#includeIfFitting([index]))) return index + 1
    }
    return 0
  }

  /**
   * Adds the older units with the highest relevance to the last question, newer ones first among equals. An
   * answer is added with its question.
   */
  addMostRelevant(firstRecent: number): void {
    let left = this.#plan.relevantMessages
    if (left === 0 || firstRecent === 0) return
    const older = this.#units.slice(0, firstRecent)
    const ranked = [...relevanceTo(questionText(this.#units), older.map(textOf)).entries()]
      .filter(([, score]) => score >= this.#plan.relevancyThreshold)
      .toSorted(([indexA, a], [indexB, b]) => b - a || indexB - indexA)
    for (const [index] of ranked) {
      const missingIndices = this.#missingIndices([questionOf(index + 1, older), index])
      const size = countMessages(this.#unitsAt(missingIndices))
      if (size <= left && this.#includeIfFitting(missingIndices)) left -= size
    }
  }

  /** Returns whether the tokens that are left suffice for a unit with its question. */
  hasTokensFor(index: number): boolean {
    return (
      this.#costOf(this.#unitsAt(this.#missingIndices([questionOf(index + 1, this.#units), index]))) <=
      this.#tokensLeft
    )
  }

  /**
   * Returns the chosen units in the order of the conversation, without answers whose question was not chosen.
   */
  chosen(): readonly MessageUnit[] {
    const last = this.#units.length - 1
    return this.#units.filter((_, index) => {
      const isAsked = index === last || this.#taken.has(questionOf(index + 1, this.#units))
      return isAsked && this.#taken.has(index)
    })
  }

  #includeIfFitting(indices: readonly number[]): boolean {
    const units = this.#unitsAt(indices)
    const fits = countMessages(units) <= this.#messagesLeft && this.#costOf(units) <= this.#tokensLeft
    if (fits) this.#includeMessages(indices)
    return fits
  }

  #includeMessages(indices: readonly number[]): void {
    const units = this.#unitsAt(indices)
    for (const index of indices) this.#taken.add(index)
    this.#messagesLeft -= countMessages(units)
    this.#tokensLeft -= this.#costOf(units)
  }

  #missingIndices(indices: readonly number[]): readonly number[] {
    return [...new Set(indices)].filter((index) => index >= 0 && !this.#taken.has(index))
  }

  #unitsAt(indices: readonly number[]): readonly MessageUnit[] {
    return indices.flatMap((index) => (this.#units[index] ? [this.#units[index]] : []))
  }

  #costOf(units: readonly MessageUnit[]): number {
    return units.flat().reduce((sum, message) => sum + this.#sizeOf(message), 0)
  }
}

/** Returns the index of the last user message before `end`; -1 if there is none. */
const questionOf = (end: number, units: readonly MessageUnit[]) =>
  units.findLastIndex(([{ role }], index) => index < end && role === 'user')

const withoutSystem = (messages: readonly ChatMessage[]) => messages.filter(({ role }) => role !== 'system')

/**
 * The agent's prompt is the only system message that a model receives; those of the caller are sent as user
 * messages.
 */
const asPersonsWords = (messages: readonly ChatMessage[]) =>
  messages.map((message) => (message.role === 'system' ? { ...message, role: 'user' as const } : message))

/** Removes all but the newest of identical replies. */
function withoutRepeatedAnswers(units: readonly MessageUnit[]): readonly MessageUnit[] {
  const seen = new Set<string>()
  return units
    .toReversed()
    .filter(([{ role, content }, ...results]) => {
      if (role !== 'assistant' || results.length > 0) return true
      const isNew = !seen.has(content)
      seen.add(content)
      return isNew
    })
    .toReversed()
}

/** Returns the text of the last question; empty if there is none. */
function questionText(units: readonly MessageUnit[]): string {
  const question = units[questionOf(units.length, units)]
  return question ? textOf(question) : ''
}

/** Returns the text of a unit with the names of its files, which are read only once the history is chosen. */
const textOf = (unit: MessageUnit) =>
  unit
    .flatMap(({ content, attachments = [] }) => [content, ...attachments.map(({ name }) => name)])
    .join('\n')
const countMessages = (units: readonly MessageUnit[]) => units.reduce((sum, unit) => sum + unit.length, 0)
