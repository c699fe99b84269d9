import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'

const TESTS = 'src/**/*.test.ts'
/** Tests that run beside Postgres only; other tests that use a database run on both. */
const POSTGRES_TESTS = '**/*.postgres.test.ts'
/** Tests of the server's parts stand beside them; those of the whole server in a folder of their own. */
const SERVER_TESTS = [TESTS, 'test/**/*.test.ts']
const POSTGRES = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

function testsThatOpenDatabases(): string[] {
  const server = join(import.meta.dirname, 'server')
  return globSync(SERVER_TESTS, { cwd: server }).filter(
    (file) =>
      file.endsWith('.postgres.test.ts') ||
      /TestDatabase|createTestServers/.test(readFileSync(join(server, file), 'utf8')),
  )
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port || 5432), timeout: 1_000 })
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('timeout', () => resolve(false))
  }).finally(() => socket.destroy())
}

/**
 * Files share the modules of their worker: to load them again for each of hundreds of files took half of the
 * processor time. A test sets the module state that it depends on.
 */
const shared = {
  isolate: false,
  unstubGlobals: true,
  maxWorkers: 3,
  setupFiles: [join(import.meta.dirname, 'scripts/test-setup.ts')],
}
const server = { ...shared, root: 'server', environment: 'node' } as const
const onPostgres = {
  test: {
    ...server,
    name: 'server on Postgres',
    include: testsThatOpenDatabases(),
    globalSetup: join(import.meta.dirname, 'server/src/db/fixtures/postgres-template.ts'),
    env: { TEST_DATABASE_URL: POSTGRES },
  },
}

function warnOfSkipped(name: string): Plugin {
  return {
    name: 'warn-of-skipped',
    configureVitest({ vitest }) {
      vitest.logger.warn(`Skipped: the tests "${name}". Nothing listens at TEST_POSTGRES_URL.`)
    },
  }
}

const hasPostgres = await isListening(POSTGRES)

export default defineConfig({
  test: {
    // A thread begins in a fraction of a process's time, and there are hundreds of files.
    pool: 'threads',
    // Limits for tests that hang; a shared machine stalls for seconds now and then.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    retry: process.env['CI'] === 'true' ? 1 : 0,
    projects: [
      { test: { ...shared, name: 'contract', root: 'contract', include: [TESTS], environment: 'node' } },
      {
        plugins: hasPostgres ? [] : [warnOfSkipped(onPostgres.test.name)],
        test: { ...server, name: 'server', include: SERVER_TESTS, exclude: [POSTGRES_TESTS] },
      },
      ...(hasPostgres ? [onPostgres] : []),
      'web',
      { test: { ...shared, name: 'tools', root: 'scripts', include: ['**/*.test.ts'], environment: 'node' } },
    ],
  },
})
