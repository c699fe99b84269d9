import type { OfferedModel } from '@vee/contract/http/models'

/** Maximum number of displayed rows: a longer list scrolls badly, and a search finds the others. */
export const MAX_SHOWN = 60

interface ModelGroup {
  /** id of the provider or the organization, or `favorites` */
  readonly id: string
  /** the provider, or the organization that brings the models; undefined for the favorites */
  readonly name: string | undefined
  readonly models: readonly OfferedModel[]
}

export interface FoundModels {
  readonly groups: readonly ModelGroup[]
  /** number of hidden matches */
  readonly hiddenCount: number
}

/**
 * Returns the models whose name, provider or organization contains every term of `typed`, the favorites first, then by
 * organization and provider in the order of the server.
 */
export function findModels(
  models: readonly OfferedModel[],
  typed: string,
  favorites: ReadonlySet<string>,
): FoundModels {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = models.filter(({ name, provider, organization }) => {
    const text = `${name} ${provider.name} ${organization?.name ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const ordered = [
    ...matches.filter(({ id }) => favorites.has(id)),
    ...matches.filter(({ id }) => !favorites.has(id)),
  ]
  const groups = new Map<string, ModelGroup & { readonly models: OfferedModel[] }>()
  for (const model of ordered.slice(0, MAX_SHOWN)) {
    const isFavorite = favorites.has(model.id)
    const source = model.organization ?? model.provider
    const id = isFavorite ? 'favorites' : source.id
    const group = groups.get(id) ?? { id, name: isFavorite ? undefined : source.name, models: [] }
    group.models.push(model)
    groups.set(id, group)
  }
  return { groups: [...groups.values()], hiddenCount: Math.max(0, matches.length - MAX_SHOWN) }
}
