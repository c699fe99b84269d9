/**
 * Returns the URL of a package's repository, from the `repository` of its package.json
 * (https://docs.npmjs.com/cli/configuring-npm/package-json#repository); undefined if a browser cannot open
 * it.
 */
export function repositoryAddress(repository: unknown): string | undefined {
  const named =
    typeof repository === 'object' && repository !== null && 'url' in repository ? repository.url : repository
  if (typeof named !== 'string') return undefined
  const short = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(named)
  if (short) return `https://${HOSTS[short[1] ?? 'github']}/${short[2]}`
  const address = named
    .replace(/^git\+/, '')
    .replace(/^git:\/\//, 'https://')
    .replace(/\.git$/, '')
  return URL.canParse(address) && /^https?:/.test(address) ? address : undefined
}

const HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
}
