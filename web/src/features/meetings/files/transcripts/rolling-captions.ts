/** A caption as it is shown: its lines, the oldest first. */
export interface ShownCaption {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

/** Captions that follow within this time, in seconds, may repeat what was shown. */
const MAX_GAP_SECONDS = 0.1
/** Part of the captions that must continue the one before: people repeat themselves, too. */
const MIN_SHARE = 0.3

/** Returns how many last lines of one caption are the first lines of the next. */
function overlapOf(before: readonly string[], after: readonly string[]): number {
  for (let count = Math.min(before.length, after.length); count > 0; count -= 1) {
    if (before.slice(-count).every((line, index) => line === after[index])) return count
  }
  return 0
}

/** Returns true if a caption shows again what the one before showed, or continues its last line. */
function isContinued(before: ShownCaption, after: ShownCaption): boolean {
  if (after.start > before.end + MAX_GAP_SECONDS) return false
  const [last, first] = [before.lines.at(-1) ?? '', after.lines[0] ?? '']
  return overlapOf(before.lines, after.lines) > 0 || (last !== '' && first.startsWith(`${last} `))
}

/**
 * Returns each line of automatic captions once. They roll: a caption shows the line before again above the new one, or
 * a line that grows word by word. Captions of other kinds are returned unchanged.
 */
export function unrollCaptions(captions: readonly ShownCaption[]): readonly ShownCaption[] {
  const shown = captions.filter(({ lines }) => lines.length > 0)
  const continued = shown.filter((caption, index) => {
    const before = shown[index - 1]
    return before !== undefined && isContinued(before, caption)
  })
  if (continued.length < Math.max(1, (shown.length - 1) * MIN_SHARE)) return shown
  const result: ShownCaption[] = []
  let before: ShownCaption | undefined
  for (const caption of shown) {
    const added = before && isContinued(before, caption) ? addedTo(before, caption, result) : caption
    if (added) result.push(added)
    before = caption
  }
  return result
}

/** Returns what a caption adds to the one before; extends or replaces the last result where it adds nothing. */
function addedTo(
  before: ShownCaption,
  caption: ShownCaption,
  result: ShownCaption[],
): ShownCaption | undefined {
  const fresh = caption.lines.slice(overlapOf(before.lines, caption.lines))
  const last = result.at(-1)
  const lastLine = last?.lines.at(-1) ?? ''
  if (!last) return caption
  const [first = '', ...others] = fresh
  if (fresh.length === 0) {
    result[result.length - 1] = { ...last, end: Math.max(last.end, caption.end) }
    return undefined
  }
  if (lastLine === '' || !first.startsWith(`${lastLine} `)) return { ...caption, lines: fresh }
  result[result.length - 1] = { ...last, end: caption.end, lines: [...last.lines.slice(0, -1), first] }
  return others.length === 0 ? undefined : { ...caption, lines: others }
}
