import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { CommandFailure } from '#db/commands/command-failure.ts'
import { DomainError } from '#domain/errors/domain-error.ts'
import { readEngineFile, type SearchEngineCommands } from '#domain/model-endpoints/index.ts'
import type { CommandContext } from './command-context.ts'

interface EngineContext extends Pick<CommandContext, 'input' | 'print'> {
  readonly inCwd: (path: string) => string
}

export async function listEngines(engines: SearchEngineCommands, { print }: EngineContext): Promise<void> {
  const list = await engines.list()
  for (const { id, baseUrl, access, isEnabled } of list)
    print([id, baseUrl ?? 'its own address', access.kind, isEnabled ? '' : 'disabled'].join('  ').trimEnd())
  if (list.length === 0) print('No search engine is connected here.')
}

export async function saveEngine(
  engines: SearchEngineCommands,
  file: string,
  { inCwd, input, print }: EngineContext,
): Promise<void> {
  const json = file === '-' ? await text(input) : await readFile(inCwd(file), 'utf8')
  const { id, draft } = parseEngine(json)
  try {
    print(`${(await engines.save(id, draft)) === 'added' ? 'Added' : 'Changed'} ${id}.`)
  } catch (error) {
    if (error instanceof DomainError) throw new CommandFailure(error.message)
    throw error
  }
}

/** Errors name fields and never quote values, which may be keys. */
function parseEngine(json: string): ReturnType<typeof readEngineFile> {
  try {
    return readEngineFile(json)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw new CommandFailure('The file is not JSON.')
    const lines = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new CommandFailure(`The search engine is not complete:\n${lines.join('\n')}`)
  }
}

export async function removeEngine(
  engines: SearchEngineCommands,
  id: string,
  { print }: EngineContext,
): Promise<void> {
  if (!(await engines.remove(id))) throw new CommandFailure(`${id} is not connected here.`)
  print(`Removed ${id}.`)
}
