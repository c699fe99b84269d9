import type { ProviderFailure } from '../server/src/providers/failure.ts'
import type { LlmEvent, LlmProvider, LlmRequest, EmitLlmEvent } from '../server/src/providers/llm/llm.ts'

/** A provider at its port whose events are controlled by the test, separately for each run. */
export interface ScriptedModel extends LlmProvider {
  /** the runs so far, in order */
  readonly runs: readonly ScriptedRun[]
  /** Resolves with the n-th run (from 1) as soon as it starts. */
  run(count: number): Promise<ScriptedRun>
}

interface ScriptedRun {
  readonly request: LlmRequest
  readonly signal: AbortSignal
  say(...texts: readonly string[]): void
  send(...events: readonly LlmEvent[]): void
  /** Emits the last event, by default without usage figures. */
  finish(usage?: Extract<LlmEvent, { type: 'finish' }>['usage']): void
  fail(failure: ProviderFailure): void
  /** Ends without a finish reason. */
  fallSilent(): void
}

export function createScriptedModel(id = 'scripted'): ScriptedModel {
  const runs: ScriptedRun[] = []
  const arrivals = new Map<number, PromiseWithResolvers<ScriptedRun>>()
  const arrivalOf = (count: number) => {
    const arrival = arrivals.get(count) ?? Promise.withResolvers<ScriptedRun>()
    arrivals.set(count, arrival)
    return arrival
  }
  return {
    id,
    name: 'Scripted',
    location: 'server',
    defaultModel: () => 'scripted-1',
    serves: (model) => model === 'scripted-1',
    availability: async () => ({ available: true, reason: null, hint: null, envVar: null }),
    runs,
    run: (count) => arrivalOf(count).promise,
    stream(request, signal, emit) {
      const { run, ended } = startRun(request, signal, emit)
      runs.push(run)
      arrivalOf(runs.length).resolve(run)
      return ended
    },
  }
}

function startRun(request: LlmRequest, signal: AbortSignal, emit: EmitLlmEvent) {
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => end(), { once: true })
  if (signal.aborted) end()
  const send = (...events: readonly LlmEvent[]) => {
    for (const event of events) if (!signal.aborted) emit(event)
  }
  const run: ScriptedRun = {
    request,
    signal,
    send,
    say: (...texts) => send(...texts.map((text) => ({ type: 'text' as const, text }))),
    finish: (usage) => {
      send({ type: 'finish', reason: 'stop', usage })
      end()
    },
    fail,
    fallSilent: end,
  }
  return { run, ended }
}
