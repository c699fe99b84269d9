import { plainModelName } from './prices.ts'

/** Names that vendors write otherwise than their model ids. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['gpt-4o', 'GPT-4o'],
  ['gpt-4o-mini', 'GPT-4o mini'],
])

/** Returns the display name of a model; the id itself if none is known. */
export function modelLabel(model: string): string {
  return LABELS.get(plainModelName(model)) ?? model
}
