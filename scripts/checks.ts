import { capture } from './process.ts'

interface Check {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** prints information even on success, for example what could not be checked */
  readonly isVerbose?: boolean
}

const CHECKS: readonly Check[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'types of contract', command: 'tsc', args: ['-p', 'contract'] },
  { name: 'types of server', command: 'tsc', args: ['-p', 'server'] },
  { name: 'types of web', command: 'tsc', args: ['-p', 'web'] },
  { name: 'types of tools and tests', command: 'tsc', args: ['-p', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings', '.'] },
  {
    name: 'import rules',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', 'contract/src', 'server/src', 'web/src'],
  },
  { name: 'unused files, exports and packages', command: 'knip', args: ['--no-progress'] },
  { name: 'table of settings', command: 'node', args: ['scripts/settings.ts', '--check'] },
  {
    name: 'secrets, known holes, security table',
    command: 'node',
    args: ['scripts/audit.ts'],
    isVerbose: true,
  },
  { name: 'cited files and decisions', command: 'node', args: ['scripts/check-citations.ts'] },
  { name: 'resources of libraries', command: 'node', args: ['scripts/check-resources.ts'] },
  { name: 'exported names', command: 'node', args: ['scripts/check-names.ts'] },
  { name: 'entries per folder', command: 'node', args: ['scripts/check-folders.ts'] },
  { name: 'plain words', command: 'node', args: ['scripts/check-words.ts'] },
  { name: 'texts in nine languages', command: 'node', args: ['scripts/check-texts.ts'] },
]

/** Most checks use one core; two at a time use the machine, within the memory of two compilers. */
const AT_ONCE = 2

/**
 * Runs every check, even after a failure, and prints the output of failed ones. Returns that output, or undefined
 * if all passed.
 */
export async function runChecks(): Promise<string | undefined> {
  const failed: string[] = []
  const waiting = CHECKS.values()
  const work = async () => {
    for (const { name, command, args, isVerbose } of waiting) {
      const { code, output } = await capture(command, args)
      const text = `  ${code === 0 ? 'ok    ' : 'failed'}  ${name}${code !== 0 || isVerbose ? `\n${output.trimEnd()}` : ''}`
      console.log(text)
      if (code !== 0) failed.push(text)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failed.length === 0 ? undefined : failed.join('\n')
}
