import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGE = 'lucide-react'

/** Returns the file of the package with the icon of a name; aliases of an icon have the same file. */
async function filesByName(): Promise<ReadonlyMap<string, string>> {
  const root = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`))
  const list = await readFile(join(root, 'dist/esm/lucide-react.mjs'), 'utf8')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of list.matchAll(/^export \{(.+)\} from '\.\/icons\/(.+)\.mjs';$/gm))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  return files
}

/**
 * Imports each icon from its own file. Through the package's index every icon used anywhere would be part of
 * the initial page.
 */
export function iconsByName(): Plugin {
  let files: ReadonlyMap<string, string>
  return {
    name: 'vee:icons-by-name',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      files = await filesByName()
    },
    transform: {
      filter: { id: /\.tsx?$/, code: PACKAGE },
      handler(code, id) {
        return code.replaceAll(/^import \{([^}]+)\} from 'lucide-react'$/gm, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name) => {
              const file = files.get(name)
              if (file === undefined) throw new Error(`${id} imports ${name}, which ${PACKAGE} has not`)
              return `import ${name} from '${PACKAGE}/icons/${file}'`
            })
            .join('\n'),
        )
      },
    },
  }
}
