import { fenceAfter, openingFence, type Fence } from '@vee/contract/text/fences'

/** Follows a growing Markdown text to know whether its end is inside code. */
export interface CodeTracker {
  addText(text: string): void
  /** `fence`: a block of code; a number: code within a line, opened by that many backticks */
  state(): 'none' | 'fence' | number
}

/** What may precede a fence within an item of a list. */
const ITEM = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)/
/** Longest line of which the beginning is stored. */
const MAX_LINE_LENGTH = 20_000

export function createCodeTracker(): CodeTracker {
  let fence: Fence | undefined
  /** backticks of code within the paragraph that an earlier line opened; 0: none */
  let openRun = 0
  let line = ''

  function endLine(): void {
    const wasInFence = fence !== undefined
    fence = fence ? fenceAfter(fence, line) : openingFence(line.replace(ITEM, ''))
    if (wasInFence || fence || line.trim() === '') openRun = 0
    else openRun = runAfter(line, openRun)
    line = ''
  }

  return {
    addText(text) {
      let from = 0
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
        line += text.slice(from, end)
        endLine()
        from = end + 1
      }
      if (line.length < MAX_LINE_LENGTH) line += text.slice(from)
    },
    state() {
      if (fence !== undefined) return 'fence'
      const run = runAfter(line, openRun)
      return run === 0 ? 'none' : run
    },
  }
}

/** Returns the length of the run of backticks that is open after the text; 0: none. */
function runAfter(text: string, before: number): number {
  let open = before
  for (const [run] of text.matchAll(/`+/g)) {
    if (open === 0) open = run.length
    else if (open === run.length) open = 0
  }
  return open
}
