import type { Database } from '../schema.ts'

export interface UseFigure {
  readonly kind: 'llm' | 'stt' | 'tts' | 'live' | 'search' | 'embed'
  readonly model: string
  readonly tokens: number
  readonly costMicroUsd: number
}

/** Returns the usage of all servers since the given time, in milliseconds since 1970, by kind and model. */
export async function usesSince(database: Database, since: number): Promise<UseFigure[]> {
  const rows = await database
    .selectFrom('ledger_entries')
    .select(({ fn }) => [
      'kind',
      'model',
      fn.sum<number | string>('prompt_tokens').as('prompt'),
      fn.sum<number | string>('completion_tokens').as('completion'),
      fn.sum<number | string>('cost_micro_usd').as('cost'),
    ])
    .where('created_at', '>=', since)
    .where('status', '=', 'settled')
    // Organizations name the models of their own endpoints; the host's figures have known names only.
    .where('payer', '<>', 'organization')
    .groupBy(['kind', 'model'])
    .execute()
  return rows.map(({ kind, model, prompt, completion, cost }) => ({
    kind,
    model,
    tokens: Number(prompt) + Number(completion),
    costMicroUsd: Number(cost),
  }))
}

/** Returns the number of running uses on all servers, by kind. */
export async function runningUses(
  database: Database,
  now: number,
): Promise<
  readonly { readonly kind: 'llm' | 'stt' | 'tts' | 'live' | 'search' | 'embed'; readonly running: number }[]
> {
  const rows = await database
    .selectFrom('ledger_entries')
    .select(({ fn }) => ['kind', fn.countAll<number | string>().as('running')])
    .where('status', '=', 'reserved')
    .where('lease_until', '>', now)
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, running }) => ({ kind, running: Number(running) }))
}
