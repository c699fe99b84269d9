import type { OfferedModel } from '@vee/contract/http/models'

export type ModelRole = 'strong' | 'fast'

/** The user's choices; empty where there is none. */
interface RoleChoices {
  /** for typed messages to the active agent */
  readonly typed: string
  /** for spoken messages */
  readonly spoken: string
  readonly favorites: readonly string[]
}

/** The strong model costs at most this many times what the default one does, unless the user has chosen it. */
const MAX_PRICE_FACTOR = 10
const BUILTIN_PROVIDER = 'builtin'

/**
 * Returns the model that is meant by "the big one" or "the fast one": the user's choice for typed or for spoken messages.
 * Without one, the most or least expensive of several favorites, or of the models of the default one's provider; where
 * prices do not differ, the one with the most or fewest parameters in its name; then the one that began fastest.
 * Undefined if nothing decides.
 */
export function modelForRole(
  role: ModelRole,
  models: readonly OfferedModel[],
  { typed, spoken, favorites }: RoleChoices,
): OfferedModel | undefined {
  const open = models.filter(({ locked, provider }) => locked === null && provider.id !== BUILTIN_PROVIDER)
  const chosenId = role === 'fast' ? spoken : typed
  const chosen = typed === spoken ? undefined : open.find(({ id }) => id === chosenId)
  const [preferred] = open
  if (chosen || !preferred) return chosen
  const liked = open.filter(({ id }) => favorites.includes(id))
  const candidates =
    liked.length > 1 ? liked : open.filter(({ provider }) => provider.id === preferred.provider.id)
  if (candidates.length === 1) return preferred
  const affordable =
    role === 'fast' ? candidates : candidates.filter((model) => isAffordable(model, preferred))
  return (
    extremeOf(affordable, ({ prices }) => prices?.output, role) ??
    extremeOf(affordable, ({ name }) => parametersOf(name), role) ??
    (role === 'fast'
      ? extremeOf(candidates, ({ firstTokenMs }) => firstTokenMs ?? undefined, role)
      : undefined)
  )
}

function isAffordable({ prices }: OfferedModel, preferred: OfferedModel): boolean {
  const usual = preferred.prices?.output
  return prices === null || usual === undefined || usual === 0 || prices.output <= usual * MAX_PRICE_FACTOR
}

/** Returns the model with the largest or smallest value, the first of equals; undefined if the known values do not differ. */
function extremeOf(
  models: readonly OfferedModel[],
  valueOf: (model: OfferedModel) => number | undefined,
  role: ModelRole,
): OfferedModel | undefined {
  const values = models.map(valueOf).filter((value) => value !== undefined)
  if (new Set(values).size < 2) return undefined
  const wanted = role === 'strong' ? Math.max(...values) : Math.min(...values)
  return models.find((model) => valueOf(model) === wanted)
}

/** Returns the parameters of a model in billions, where its name contains them: `llama3.1:8b`. */
function parametersOf(name: string): number | undefined {
  const billions = /(?<![\d.])(\d+(?:\.\d+)?)b(?![a-z])/i.exec(name)?.[1]
  return billions === undefined ? undefined : Number(billions)
}
