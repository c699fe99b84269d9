import type { ViewMessage } from '#lib/agent-view.ts'
import { fencedBlocks } from '#lib/files/fenced-blocks.ts'

/** All versions of the code in one language, oldest first. */
export interface CodeFile {
  /** as in the fence, in lower case; empty for none */
  readonly language: string
  readonly versions: readonly string[]
}

/** Minimum number of lines; shorter blocks are examples. */
const MIN_LINES = 3

/** Languages that are not code, such as diagrams, or not a file, such as shell commands. */
const NO_CODE = new Set(['mermaid', 'text', 'console', 'output', 'bash', 'sh', 'shell', 'diff'])

const EXTENSIONS: Readonly<Record<string, string>> = {
  python: 'py',
  javascript: 'js',
  typescript: 'ts',
  ruby: 'rb',
  rust: 'rs',
  'c++': 'cpp',
  'c#': 'cs',
  csharp: 'cs',
  kotlin: 'kt',
  markdown: 'md',
  '': 'txt',
}

/** Returns the file name for a code block. */
export const fileNameOf = (language: string): string =>
  `code.${EXTENSIONS[language] ?? language.replaceAll(/[^a-z0-9]/g, '')}`

/**
 * Returns the longest code block per language in every finished reply; unchanged code is not a new version.
 */
export function codeOf(messages: readonly ViewMessage[]): readonly CodeFile[] {
  const files = new Map<string, string[]>()
  for (const { role, isRunning, text } of messages) {
    if (role !== 'assistant' || isRunning) continue
    const longest = new Map<string, string>()
    for (const { language, code } of fencedBlocks(text)) {
      if (NO_CODE.has(language) || code.split('\n').length < MIN_LINES) continue
      if (code.length > (longest.get(language)?.length ?? 0)) longest.set(language, code)
    }
    for (const [language, code] of longest) {
      const versions = files.get(language) ?? []
      if (versions.at(-1) !== code) files.set(language, [...versions, code])
    }
  }
  return Array.from(files, ([language, versions]) => ({ language, versions }))
}
