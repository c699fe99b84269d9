import type { ToolRun } from '@vee/contract/entities/tool-run'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'

/** A tool that the server uses for a reply, in its current state. */
export interface ToolStep extends Pick<ToolRun, 'id' | 'name' | 'server' | 'agentId' | 'arguments'> {
  /** `asking`: it waits for the user's consent */
  readonly state: 'asking' | 'running' | ToolRun['outcome']
  readonly result?: string
  readonly pictures?: ToolRun['pictures']
}

export type ToolEvent = Extract<ReplyEvent, { type: 'tool_started' | 'tool_finished' }>

export const isToolEvent = (event: ReplyEvent): event is ToolEvent =>
  event.type === 'tool_started' || event.type === 'tool_finished'

/** The steps after an event of the reply. */
export function stepsAfter(steps: readonly ToolStep[], event: ToolEvent): readonly ToolStep[] {
  if (event.type === 'tool_finished') {
    const { id, result, outcome, pictures } = event
    return steps.map((step) =>
      step.id === id ? { ...step, result, state: outcome, ...(pictures && { pictures }) } : step,
    )
  }
  const { type: _, needsConsent, ...facts } = event
  const others = steps.filter(({ id }) => id !== facts.id)
  return [...others, { ...facts, state: needsConsent ? 'asking' : 'running' }]
}

/** Returns the steps that the end of the reply reports. */
export const toolStepsOf = (runs: readonly ToolRun[]): readonly ToolStep[] =>
  runs.map(({ outcome, ...facts }) => ({ ...facts, state: outcome }))

/** Returns the state after a reply has ended: no step is running any more. */
export function withEndedSteps({ tools }: { readonly tools?: readonly ToolStep[] }): {
  readonly tools?: readonly ToolStep[]
} {
  if (!tools) return {}
  const isOpen = ({ state }: ToolStep) => state === 'asking' || state === 'running'
  return { tools: tools.map((step) => (isOpen(step) ? { ...step, state: 'failed' } : step)) }
}
