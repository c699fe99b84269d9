import { foldForSearch } from '@vee/contract/text/search-fold'
export interface PaletteCommand {
  readonly id: string
  /** heading of its group */
  readonly group: string
  readonly label: string
  /** synonyms for the search */
  readonly words?: string
  /** its keyboard shortcut */
  readonly keys?: string
  /** the language of the label, if it is not that of the page */
  readonly lang?: string
  readonly run: () => void
}

/** Ranks a match: 0 at the beginning, 1 at the beginning of a word, 2 anywhere; undefined without a match. */
function fitOf(text: string, wish: string): number | undefined {
  const index = foldForSearch(text).indexOf(wish)
  if (index < 0) return undefined
  if (index === 0) return 0
  return /[\s\p{P}]/u.test(foldForSearch(text).charAt(index - 1)) ? 1 : 2
}

/** Returns the matching commands, best first within their groups; groups keep their order. */
export function rankCommands(commands: readonly PaletteCommand[], typed: string): readonly PaletteCommand[] {
  const wish = foldForSearch(typed.trim())
  if (wish === '') return commands
  const fits = commands.flatMap((command) => {
    const fit = fitOf(command.label, wish) ?? (fitOf(command.words ?? '', wish) === undefined ? undefined : 3)
    return fit === undefined ? [] : [{ command, fit }]
  })
  const groups = [...new Set(commands.map(({ group }) => group))]
  return fits
    .toSorted((a, b) => groups.indexOf(a.command.group) - groups.indexOf(b.command.group) || a.fit - b.fit)
    .map(({ command }) => command)
}
