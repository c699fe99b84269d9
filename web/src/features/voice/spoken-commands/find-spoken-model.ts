import type { OfferedModel } from '@vee/contract/http/models'

/** A model with its name and the id and name of its provider. */
export type NamedModel = Pick<OfferedModel, 'id' | 'name' | 'provider' | 'locked'>

export type FoundModel<M extends NamedModel = NamedModel> =
  | { readonly kind: 'found'; readonly model: M }
  | { readonly kind: 'locked'; readonly model: M }
  | { readonly kind: 'ambiguous' }
  /** not offered, but it is called like a known family of models */
  | { readonly kind: 'unknown' }
  /** the words are no name of a model */
  | { readonly kind: 'none' }

/** Names of families, as recognizers write them in the scripts of the nine languages. */
const FAMILIES: Readonly<Record<string, string>> = {
  claude: 'claude|claud|clode|クロード|클로드|克劳德',
  gpt: 'gpt|chatgpt|チャットgpt|챗gpt|지피티|챗지피티',
  gemini: 'gemini|ジェミニ|제미나이|제미니',
  gemma: 'gemma|ジェマ|젬마',
  llama: 'llama|ラマ|라마',
  mistral: 'mistral|ミストラル|미스트랄',
  mixtral: 'mixtral|ミクストラル',
  qwen: 'qwen|クウェン|큐웬|千问|通义千问',
  deepseek: 'deepseek|ディープシーク|딥시크|深度求索',
  grok: 'grok|グロック|그록',
  kimi: 'kimi|キミ|키미',
  glm: 'glm',
  haiku: 'haiku',
  sonnet: 'sonnet',
  opus: 'opus',
}
const FAMILY_OF = new Map(
  Object.entries(FAMILIES).flatMap(([family, names]) => names.split('|').map((name) => [name, family])),
)
/** Names of families that are words of their own, and count only if such a model is offered. */
const WORDS_TOO: ReadonlySet<string> = new Set(['haiku', 'sonnet', 'opus', 'kimi'])

/** Parts of names that many models share, and that name none by themselves: "use flash". */
const SHARED =
  /^(?:\d+|[a-z]|mini|nano|tiny|small|medium|large|big|pro|max|lite|flash|turbo|fast|instruct|chat|coder?|vision|preview|latest|base|free|thinking|ai|api|server|vendor)$/

/**
 * Splits a name where letters and digits meet, so that "llama 3" and `llama3.1:8b` have common parts, and gives families
 * one spelling. "deep seek" is DeepSeek.
 */
function partsOf(name: string): readonly string[] {
  const spaced = name
    .toLowerCase()
    .replaceAll(/chat ?gpt/g, 'gpt')
    .replaceAll(/deep seek/g, 'deepseek')
    .replaceAll(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ')
  return (spaced.match(/[\p{L}\p{M}]+|\d+/gu) ?? []).map((word) => FAMILY_OF.get(word) ?? word)
}

/** Returns what finds the models of a spoken name in a list. */
export const searchForModel = (spoken: string): string => partsOf(spoken).join(' ')

const joined = (name: string) => partsOf(name).join('')

/**
 * Finds the model that a person named. Every part of the name must occur in the name of the model or of its provider. Of
 * several, the one with exactly this name counts, then the only favorite; the same model of two providers is the first one.
 */
export function findSpokenModel<M extends NamedModel>(
  spoken: string,
  models: readonly M[],
  favorites: readonly string[],
): FoundModel<M> {
  const parts = partsOf(spoken)
  const isName = parts.some((word) => !SHARED.test(word))
  const matches = isName ? models.filter((model) => hasParts(model, parts)) : []
  if (matches.length === 0) return { kind: isLikeName(parts) ? 'unknown' : 'none' }
  const open = matches.filter(({ locked }) => locked === null)
  const candidates = open.length > 0 ? open : matches
  const model =
    candidates.find(({ name }) => joined(name) === parts.join('')) ??
    onlyOne(candidates.filter(({ id }) => favorites.includes(id))) ??
    onlyOne(candidates)
  if (!model) return { kind: 'ambiguous' }
  return { kind: model.locked === null ? 'found' : 'locked', model }
}

function hasParts({ name, provider }: NamedModel, parts: readonly string[]): boolean {
  const own = new Set(partsOf(name))
  const ofProvider = new Set([...partsOf(provider.name), ...partsOf(provider.id)])
  return parts.every((word) => own.has(word) || ofProvider.has(word))
}

/** Returns the first of models that have the same name. */
function onlyOne<M extends NamedModel>(models: readonly M[]): M | undefined {
  const [first, ...others] = models
  return others.every(({ name }) => joined(name) === joined(first?.name ?? '')) ? first : undefined
}

/** Returns whether words are a family of models, with a version at most. */
const isLikeName = (parts: readonly string[]) =>
  parts.some((word) => FAMILIES[word] !== undefined && !WORDS_TOO.has(word)) &&
  parts.every((word) => FAMILIES[word] !== undefined || SHARED.test(word))
