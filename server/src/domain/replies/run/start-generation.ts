import type { Sampling } from '@vee/contract/entities/sampling'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { withSampling } from '#providers/llm/sampling.ts'
import type { EmitReplyEvent } from '../ports.ts'
import { runToolLoop } from '../tools/tool-loop.ts'
import type { ReplyRun } from './reply-run.ts'

/** A reply that is being generated while its question is stored. */
interface Generation {
  /** Emits the held events, lets tools run, and resolves with the end. */
  toEnd(): Promise<void>
  /** Aborts the provider; a no-op after the end. */
  stop(): Promise<void>
}

/** Calls the model before the question is stored: until `toEnd`, events are held back and tools wait. */
export function startGeneration(run: ReplyRun, abortSignal: AbortSignal, emit: EmitReplyEvent): Generation {
  const { chatRequest, modelAndPayer, dependencies, request, toolUse, accumulator, ignoredSampling } = run
  const unwanted = new AbortController()
  const mayAct = Promise.withResolvers<boolean>()
  const held: ReplyEvent[] = []
  let isHeldBack = true
  const generation = runToolLoop(
    {
      provider: withSampling(modelAndPayer.provider, samplingOf(run), (options) => {
        for (const option of options) ignoredSampling.add(option)
      }),
      request,
      toolUse,
      tokens: dependencies.tokens,
      wantedResult: chatRequest.resultKind,
      accumulator,
      mayAct: mayAct.promise,
    },
    AbortSignal.any([abortSignal, unwanted.signal]),
    (event) => {
      if (isHeldBack) held.push(event)
      else emit(event)
    },
  )
  // The error is rethrown by `toEnd`; until then it must not count as unhandled.
  generation.catch(() => {})
  return {
    toEnd() {
      isHeldBack = false
      for (const event of held) emit(event)
      mayAct.resolve(true)
      return generation
    },
    async stop() {
      unwanted.abort('unwanted')
      mayAct.resolve(false)
      await generation.catch(() => {})
    },
  }
}

/** Returns the parameters of the request, otherwise those of the agent. */
function samplingOf({ chatRequest: { sampling }, agent }: ReplyRun): Sampling | undefined {
  if (!sampling || !agent.sampling) return sampling ?? agent.sampling
  const { temperature, topP, maxOutputTokens } = agent.sampling
  return {
    temperature: sampling.temperature ?? temperature,
    topP: sampling.topP ?? topP,
    maxOutputTokens: sampling.maxOutputTokens ?? maxOutputTokens,
  }
}
