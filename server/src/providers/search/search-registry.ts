import { z } from 'zod'
import { trimmedText, variableNotes } from '#lib/variable-types.ts'
import type { Availability } from '../failure.ts'
import { AVAILABLE } from '../wire/availability.ts'
import { braveSearch } from './brave/index.ts'
import { customSearch } from './custom/index.ts'
import { exaSearch } from './exa/index.ts'
import { kagiSearch } from './kagi/index.ts'
import type { SearchProvider } from './search.ts'
import { searxngSearch } from './searxng/index.ts'
import { tavilySearch } from './tavily/index.ts'

/** Every search engine in Vee, in order of preference unless the host ranks them. */
const SEARCH_MODULES = [
  searxngSearch,
  braveSearch,
  tavilySearch,
  exaSearch,
  kagiSearch,
  customSearch,
] as const

const IDS: readonly string[] = SEARCH_MODULES.map(({ id }) => id)

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
type ModuleVariables = Intersection<(typeof SEARCH_MODULES)[number]['variables']>

/** Environment variables of all search engines. */
export const SEARCH_VARIABLES = {
  // Object.assign loses which module has which variable.
  ...(Object.assign({}, ...SEARCH_MODULES.map(({ variables }) => variables)) as ModuleVariables),
  SEARCH_PROVIDERS: trimmedText
    .transform((ids) => ids.split(',').map((id) => id.trim()))
    .pipe(z.array(z.enum(IDS, `must be some of ${IDS.join(', ')}, separated by commas`)))
    .optional()
    .register(variableNotes, {
      meaning: 'Search engines in order of preference; those left out are not used',
      example: 'brave,searxng',
      shownDefault: 'all that are set up',
    }),
  SEARCH_PRICES: trimmedText
    .regex(
      new RegExp(String.raw`^(?:(?:${IDS.join('|')})=\d+(?:\.\d+)?(?:\s*,\s*|$))+$`),
      `must be prices in US dollars by engine (${IDS.join(', ')}), separated by commas`,
    )
    .transform((prices) => new Map(prices.split(',').map((entry) => priceIn(entry))))
    .optional()
    .register(variableNotes, {
      meaning: 'What one search costs in US dollars, by engine',
      example: 'brave=0.003,kagi=0.012',
      shownDefault: 'the list prices',
    }),
}

function priceIn(entry: string): readonly [string, number] {
  const [id = '', price = ''] = entry.trim().split('=')
  return [id, Number(price)]
}

export type SearchVariables = z.output<z.ZodObject<typeof SEARCH_VARIABLES>>

/** Time limit of one search, in ms: a person waits for the reply. */
const TIME_LIMIT_MS = 6_000

/** A search engine as the server shows it, set up or not. */
interface SearchEngineStatus extends Availability {
  readonly id: string
  readonly name: string
  /** price of one search, in US dollars */
  readonly priceUsd: number
}

/** The settings of an engine that the host has connected while the server runs. */
export interface EngineConnection {
  readonly id: string
  /** null: the vendor's own */
  readonly baseUrl: string | null
  /** empty: that of the environment, if there is one */
  readonly apiKey: string
  /** price of one search, in US dollars; null: that of the environment, or the list price */
  readonly priceUsd: number | null
}

export interface SearchRegistry {
  /** the engines that are set up, in order of preference */
  readonly providers: readonly SearchProvider[]
  /** Returns all engines, those that are used first and the others with what they need. */
  status(used: readonly SearchProvider[]): readonly SearchEngineStatus[]
  /** Returns an engine with these settings; undefined for an unknown one, or if something is missing. */
  create(connection: EngineConnection): SearchProvider | undefined
}

/** The search engines that the host has set up. */
export function createSearchRegistry(
  variables: SearchVariables,
  { timeoutMs = TIME_LIMIT_MS }: { readonly timeoutMs?: number } = {},
): SearchRegistry {
  const priceOf = (id: string) => variables.SEARCH_PRICES?.get(id)
  const created = new Map<string, SearchProvider>(
    SEARCH_MODULES.flatMap((module) => {
      const provider = module.create(variables, { timeoutMs, priceOf })
      return provider ? [[module.id, provider]] : []
    }),
  )
  const providers = (variables.SEARCH_PROVIDERS ?? IDS).flatMap((id) => created.get(id) ?? [])
  return {
    providers,
    status: (used) => [
      ...used.map(({ id, name, priceUsd }) => ({ ...AVAILABLE, id, name, priceUsd })),
      ...SEARCH_MODULES.filter(({ id }) => !used.some((provider) => provider.id === id)).map(
        ({ id, name, envVar, listPriceUsd }) => ({
          ...notSetUp(name, envVar, created.has(id)),
          id,
          name,
          priceUsd: priceOf(id) ?? listPriceUsd,
        }),
      ),
    ],
    create({ id, baseUrl, apiKey, priceUsd }) {
      const module = SEARCH_MODULES.find((candidate) => candidate.id === id)
      if (!module) return undefined
      const isKeyed = module.envVar.endsWith('_API_KEY')
      const given = isKeyed
        ? { [module.envVar]: apiKey, [module.envVar.replace('_API_KEY', '_BASE_URL')]: baseUrl ?? '' }
        : { [module.envVar]: baseUrl ?? '' }
      const entered = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
      // A key of the environment never reaches another server than its own.
      const isElsewhere = isKeyed && apiKey === '' && baseUrl !== null
      const own = isElsewhere ? { ...variables, [module.envVar]: undefined } : variables
      return module.create({ ...own, ...entered }, { timeoutMs, priceOf: () => priceUsd ?? priceOf(id) })
    },
  }
}

function notSetUp(name: string, envVar: string, isConnected: boolean): Availability {
  if (isConnected)
    return {
      available: false,
      reason: `${name} is switched off, or not in SEARCH_PROVIDERS.`,
      hint: 'Switch it on at /host, or add it to SEARCH_PROVIDERS and start Vee again.',
      envVar: 'SEARCH_PROVIDERS',
      problem: 'switched-off',
    }
  return {
    available: false,
    reason: `${name} is not connected.`,
    hint: `Connect it at /host, or set ${envVar} and start Vee again.`,
    problem: 'not-connected',
    envVar,
  }
}
