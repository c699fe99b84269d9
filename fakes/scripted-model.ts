import type { ProviderFailure } from '../server/src/providers/failure.ts'
import type { LlmEvent, LlmProvider, LlmRequest } from '../server/src/providers/llm.ts'

/** A provider at its port, whose model says what a test tells it to, when it tells it to. Each run has its own words. */
export interface ScriptedModel extends LlmProvider {
  /** the runs so far, in order */
  readonly runs: readonly ScriptedRun[]
  /** Resolves with the n-th run (from 1) as soon as it is there. */
  run(count: number): Promise<ScriptedRun>
}

interface ScriptedRun {
  readonly request: LlmRequest
  readonly signal: AbortSignal
  say(...texts: readonly string[]): void
  send(...events: readonly LlmEvent[]): void
  /** The last event, without figures unless they are given. */
  finish(usage?: Extract<LlmEvent, { type: 'finish' }>['usage']): void
  fail(failure: ProviderFailure): void
  /** Ends without a word of why. */
  fallSilent(): void
}

type Step = { readonly event: LlmEvent } | { readonly failure: ProviderFailure } | 'end'

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
    defaultModel: () => 'scripted-1',
    serves: (model) => model === 'scripted-1',
    availability: async () => ({ available: true, reason: null, hint: null, envVar: null }),
    runs,
    run: (count) => arrivalOf(count).promise,
    stream(request, signal) {
      const { run, events } = startRun(request, signal)
      runs.push(run)
      arrivalOf(runs.length).resolve(run)
      return events
    },
  }
}

function startRun(request: LlmRequest, signal: AbortSignal) {
  const steps: Step[] = []
  let news = Promise.withResolvers<void>()
  const add = (...next: readonly Step[]) => {
    steps.push(...next)
    news.resolve()
    news = Promise.withResolvers()
  }
  signal.addEventListener('abort', () => add('end'), { once: true })

  async function* events(): AsyncGenerator<LlmEvent, void, undefined> {
    while (!signal.aborted) {
      const step = steps.shift()
      if (step === undefined) await news.promise
      else if (step === 'end') return
      else if ('failure' in step) throw step.failure
      else yield step.event
    }
  }
  const send = (...next: readonly LlmEvent[]) => add(...next.map((event) => ({ event })))
  const run: ScriptedRun = {
    request,
    signal,
    send,
    say: (...texts) => send(...texts.map((text) => ({ type: 'text' as const, text }))),
    finish: (usage) => add({ event: { type: 'finish', reason: 'stop', usage } }, 'end'),
    fail: (failure) => add({ failure }),
    fallSilent: () => add('end'),
  }
  return { run, events: events() }
}
