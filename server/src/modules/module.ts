import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/schema.ts'
import { reportBackgroundFailure } from '#lib/background.ts'
import type { Route } from '#serving/route.ts'
import type { PeriodicJob } from '../scheduler/job.ts'
import type { ServerSettings } from '#settings/settings.ts'

/** An area of the server, connected to its adapters. */
export interface Module<S> {
  /** what other modules use of it */
  readonly services: S
  readonly routes?: readonly Route[]
  readonly jobs?: readonly PeriodicJob[]
  /** Completes running work of clients. Called while the server still accepts connections, in reverse order. */
  drain?(): Promise<void>
  /** Releases what the module has opened. Called once, after all connections are closed, in reverse order. */
  close?(): Promise<void>
}

/** What every module may use. */
export interface ModuleContext {
  readonly settings: ServerSettings
  readonly database: Database
  readonly log: FastifyBaseLogger
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** The modules of a server in the order of their creation: each depends on earlier ones only. */
export class ModuleStack {
  readonly #modules: Module<unknown>[] = []

  /** Adds a module and returns its services. */
  add<S>(module: Module<S>): S {
    this.#modules.push(module)
    return module.services
  }

  get routes(): readonly Route[] {
    return this.#modules.flatMap(({ routes = [] }) => routes)
  }

  get jobs(): readonly PeriodicJob[] {
    return this.#modules.flatMap(({ jobs = [] }) => jobs)
  }

  /** Completes running work of clients, latest module first. Failures are reported and do not stop the others. */
  async drain(): Promise<void> {
    for (const module of this.#modules.toReversed()) await reported('modules drained', module.drain?.())
  }

  /** Closes all modules, latest first. Failures are reported and do not stop the others. */
  async close(): Promise<void> {
    for (let module = this.#modules.pop(); module; module = this.#modules.pop())
      await reported('modules closed', module.close?.())
  }
}

async function reported(task: string, work: Promise<void> | undefined): Promise<void> {
  try {
    await work
  } catch (error) {
    reportBackgroundFailure(task, error)
  }
}
