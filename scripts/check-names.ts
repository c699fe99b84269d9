// No exported name is defined in two source files, so that a search for a name finds one meaning.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Program, parseSync } from 'oxc-parser'
import { capture, ROOT } from './process.ts'

/** Modules of one shape by design: each language and each migration exports the same names. */
const SAME_SHAPE = /i18n\/locales\/|db\/migrations\//
const NO_SOURCE = /\.test\.tsx?$|\.fixture\.tsx?$|\/fixtures\//

function namesIn(program: Program): readonly string[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return []
    const { declaration } = statement
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
  })
}

const { output } = await capture('git', ['ls-files', 'contract/src', 'server/src', 'web/src'])
const files = output
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !SAME_SHAPE.test(file) && !NO_SOURCE.test(file))

const places = new Map<string, Set<string>>()
for (const file of files) {
  const { program } = parseSync(file, await readFile(join(ROOT, file), 'utf8'))
  for (const name of namesIn(program)) places.set(name, (places.get(name) ?? new Set()).add(file))
}
const shared = [...places].filter(([, found]) => found.size > 1)
for (const [name, found] of shared) console.log(`${name} is exported by ${[...found].join(' and ')}`)
process.exitCode = shared.length === 0 ? 0 : 1
