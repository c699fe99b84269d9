/** A package as package-lock.json lists it, version 3 (docs.npmjs.com/cli/configuring-npm/package-lock-json). */
interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}
/** By its folder, for example `node_modules/a/node_modules/b`. */
type LockedPackages = Readonly<Record<string, LockedPackage>>

interface PackageManifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly bin: Readonly<Record<string, string>>
  readonly engines: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}

/** The content of npm-shrinkwrap.json. */
interface Shrinkwrap {
  readonly name: string
  readonly version: string
  readonly lockfileVersion: 3
  readonly requires: true
  readonly packages: Readonly<Record<string, object>>
}

/**
 * Returns the lockfile of a package: the versions and hashes of its dependencies and of theirs, as the project's own
 * lockfile has them. Throws if a dependency is missing there, or has no hash.
 */
export function shrinkwrapOf(manifest: PackageManifest, locked: LockedPackages): Shrinkwrap {
  const { name, version, license, bin, engines, dependencies } = manifest
  const folders = new Set<string>()
  const open = Object.keys(dependencies).map((wanted) => folderOf(wanted, '', locked, true))
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (folder === '' || folders.has(folder)) continue
    folders.add(folder)
    const {
      dependencies: needed = {},
      optionalDependencies = {},
      peerDependencies = {},
    } = locked[folder] ?? {}
    for (const wanted of Object.keys(needed)) open.push(folderOf(wanted, folder, locked, true))
    // Those of other platforms, and peers that are optional, need not be there.
    for (const wanted of Object.keys({ ...optionalDependencies, ...peerDependencies }))
      open.push(folderOf(wanted, folder, locked, false))
  }
  const packages: Record<string, object> = { '': { name, version, license, bin, engines, dependencies } }
  for (const folder of [...folders].toSorted()) packages[folder] = productionEntry(folder, locked)
  return { name, version, lockfileVersion: 3, requires: true, packages }
}

/** Returns where Node finds a package from a folder, `''` if it is not there and need not be. */
function folderOf(wanted: string, from: string, locked: LockedPackages, isRequired: boolean): string {
  const steps = from === '' ? [] : from.split('/node_modules/')
  for (let depth = steps.length; depth >= 0; depth -= 1) {
    const folder = [...steps.slice(0, depth), wanted].join('/node_modules/')
    const found = folder.startsWith('node_modules/') ? folder : `node_modules/${folder}`
    if (locked[found]) return found
  }
  if (isRequired) throw new Error(`package-lock.json lacks ${wanted}, which ${from || 'the server'} needs.`)
  return ''
}

function productionEntry(folder: string, locked: LockedPackages): object {
  const entry = locked[folder]
  if (!entry?.integrity) throw new Error(`package-lock.json has no hash of ${folder}.`)
  return Object.fromEntries(
    Object.entries(entry).filter(([field]) => !['dev', 'devOptional', 'peer'].includes(field)),
  )
}
