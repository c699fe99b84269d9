/*
 * Generates the list of shipped packages (SBOM), in CycloneDX. `npm sbom --omit=dev` also omits packages that
 * a tool depends on, including React and zod, so tools are removed here, by npm's own mark, and the
 * completeness is verified.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capture, ROOT } from '../process.ts'

export interface Bom {
  readonly components: readonly {
    readonly 'bom-ref': string
    readonly properties?: readonly { readonly name: string }[]
  }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

export interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly dev?: boolean; readonly link?: boolean }>
  >
}

const FOR_DEVELOPMENT = 'cdx:npm:package:development'
/** The Node that runs the sources is not part of the package. */
const RUNS_SOURCES = /^node-(?:linux|win)-/

/** Returns the list without development tools. */
export function withoutTools<B extends Bom>(bom: B): B {
  const tools = new Set(
    bom.components
      .filter(({ properties }) => properties?.some(({ name }) => name === FOR_DEVELOPMENT))
      .map((component) => component['bom-ref']),
  )
  return {
    ...bom,
    components: bom.components.filter((component) => !tools.has(component['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => !tools.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => !tools.has(other)) })),
  }
}

/** Returns the packages that the lockfile has outside of development and the list lacks, as name@version. */
export function missingIn(bom: Bom, { packages }: Lock): readonly string[] {
  const listed = new Set(bom.components.map((component) => component['bom-ref']))
  const shipped = Object.entries(packages).flatMap(([path, { version, dev, link }]) => {
    const name =
      path.split('node_modules/')[1] === undefined ? '' : (path.split('node_modules/').at(-1) ?? '')
    return name === '' || dev === true || link === true || RUNS_SOURCES.test(name)
      ? []
      : [`${name}@${version}`]
  })
  return [...new Set(shipped)].filter((one) => !listed.has(one))
}

/** Writes .vee/sbom.cdx.json; returns the errors in it. */
export async function writeBom(): Promise<readonly string[]> {
  const { code, output } = await capture('npm', [
    'sbom',
    '--package-lock-only',
    ...['contract', 'server', 'web'].flatMap((name) => ['--workspace', name]),
    '--sbom-type=application',
    '--sbom-format=cyclonedx',
  ])
  const [from, to] = [output.indexOf('\n{') + 1, output.lastIndexOf('\n}') + 2]
  if (code !== 0 || to <= from) return [`npm sbom could not list what is shipped:\n${output}`]
  const bom = withoutTools(JSON.parse(output.slice(from, to)) as Bom)
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  await mkdir(join(ROOT, '.vee'), { recursive: true })
  await writeFile(join(ROOT, '.vee/sbom.cdx.json'), `${JSON.stringify(bom, undefined, 1)}\n`)
  console.log(`.vee/sbom.cdx.json lists ${bom.components.length} packages (CycloneDX).`)
  return missingIn(bom, lock).map((one) => `.vee/sbom.cdx.json lacks ${one}`)
}
