import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** The first executable of that name in the folders of a PATH. */
export async function findProgram(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter).filter(Boolean)) {
    const program = join(folder, name)
    const isExecutable = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isExecutable) return program
  }
  return undefined
}
