/** Returns code as a fenced block; its fence is longer than every one within it. */
export function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}\n`
}
