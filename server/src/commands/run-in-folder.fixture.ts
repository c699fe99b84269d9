import { Readable } from 'node:stream'
import type { CommandContext } from './command-context.ts'

type RunCommand = (args: readonly string[], context: CommandContext) => Promise<number>

/** Runs a command with only these variables; resolves with its output, errors included, and its exit code. */
export async function runInFolder(
  run: RunCommand,
  { cwd, env, args }: Pick<CommandContext, 'cwd' | 'env'> & { readonly args: readonly string[] },
): Promise<[output: string, code: number]> {
  let output = ''
  const print = (line: string) => void (output += `${line}\n`)
  const code = await run(args, { env, cwd, input: Readable.from([]), print, printError: print })
  return [output, code]
}
