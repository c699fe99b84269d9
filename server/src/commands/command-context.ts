/** The process that a command runs in, as far as it uses it. */
export interface CommandContext {
  /** environment variables; a `.env` file of the folder completes them */
  readonly env: Readonly<Record<string, string | undefined>>
  /** absolute path of the working directory */
  readonly cwd: string
  readonly input: NodeJS.ReadableStream
  /** prints a line of output */
  readonly print: (line: string) => void
  /** prints the reason for which the command failed */
  readonly printError: (line: string) => void
}

/** Returns the context of this process. */
export function processContext(): CommandContext {
  return {
    env: process.env,
    cwd: process.cwd(),
    input: process.stdin,
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
  }
}
