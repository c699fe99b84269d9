// Dependency rules: the table of ARCHITECTURE.md, enforced by `npm run check`.
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: ['\\.test\\.tsx?$'] },
  to: { path: '^(contract|server|web)/', pathNot: [from, ...allowed] },
})
const never = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
})
const web = (folder) => `^web/src/${folder}/`
const server = (folder) => `^server/src/${folder}/`
const contract = '^contract/src/'
/** What areas of the domain share: errors, limits that are counted, lists in pages, stored files. */
const SHARED = 'errors|lists|storage|money/rate-limits'
/** An area of the domain, alone or in a folder of related ones. */
const AREA = `(?:(?:agents|voice|money(?!/rate-limits))/|(?!(?:agents|voice|money|${SHARED})/))[^/]+`
/**
 * The floors of the server, from the ground up: a folder imports from its own floor and from those below it. The
 * domain reads the queries and the provider contracts; adapters and observers implement its ports.
 */
const FLOORS = [
  ['lib'],
  ['agents', 'providers', 'db'],
  ['domain'],
  ['adapters', 'scheduler', 'observe', 'workers'],
  ['settings'],
  ['serving'],
  ['routes', 'start'],
  ['modules'],
  ['commands', 'app.ts', 'main.ts'],
]
const floorPath = (folders) =>
  `^server/src/(?:${folders.map((name) => (name.endsWith('.ts') ? name.replace('.', '\\.') : `${name}/`)).join('|')})`
/** One folder per vendor or engine of speech; live-models/ holds a contract. */
const SPEECH_VENDOR = '^server/src/providers/speech/(?!live-models/)([^/]+)/'
const SPEECH_VENDORS = '^server/src/providers/speech/(?!live-models/)[^/]+/'
const FEATURE = '(?:(?:accounts|agents|interface|system|voice)/)?[^/]+'

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-needs-zod-only',
      severity: 'error',
      from: { path: contract, pathNot: ['\\.test\\.ts$'] },
      to: { pathNot: [contract, '^node_modules/zod/'] },
    },
    only(
      'voice-is-framework-free',
      web('voice'),
      [contract, `${web('lib')}async/lazy-module\\.ts$`],
      'the voice core knows neither React nor the app',
    ),
    never(
      'voice-no-react',
      web('(voice|presence)'),
      '^node_modules/(react|react-dom|i18next|react-i18next|zustand)/',
      'framework-free (the presence canvas component lives in features/presence)',
    ),
    only('presence', web('presence'), [contract], 'pure numbers and a canvas painter'),
    only('ui-knows-no-product', web('ui'), [web('themes')], 'primitives without product words'),
    only(
      'lib',
      web('(lib|i18n|themes)'),
      [contract, web('(lib|i18n|themes)'), '^web/src/presence/index\\.ts$'],
      "below the features; a theme's profile speaks of states and moods",
    ),
    only(
      'reports',
      web('reports'),
      [contract, web('(lib|i18n|themes|ui)')],
      'parts of a team’s and of the host’s reports, below both',
    ),
    only(
      'models',
      web('models'),
      [contract, web('(lib|i18n|themes|ui)')],
      'what several features show of models, below them',
    ),
    only(
      'passages',
      web('passages'),
      [contract, web('(lib|i18n|themes|ui)')],
      'what the searches of several features show of what is stored, below them',
    ),
    only(
      'projects',
      web('projects'),
      [contract, web('(lib|i18n|themes|ui)')],
      'what several features put into projects, below them',
    ),
    {
      name: 'features-are-islands',
      severity: 'error',
      comment: 'related features share a folder; each is an island of its own',
      from: { path: `^web/src/features/(${FEATURE})/` },
      to: { path: '^web/src/(app/|features/)', pathNot: '^web/src/features/$1/' },
    },
    never('web-not-server', '^web/src/', '^server/', 'the contract is what both sides share'),
    never('server-not-web', '^server/src/', '^web/', 'the contract is what both sides share'),
    {
      name: 'routes-hold-no-logic',
      severity: 'error',
      from: { path: server('routes'), pathNot: ['\\.test\\.ts$'] },
      to: { path: '^server/src/(db|providers|adapters|modules|routes)/' },
    },
    {
      name: 'serving-knows-no-area',
      severity: 'error',
      from: { path: server('serving'), pathNot: ['\\.(?:test|fixture)\\.ts$'] },
      to: { path: '^server/src/(db|providers|adapters|modules|routes)/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: server('domain'), pathNot: ['\\.test\\.ts$'] },
      to: {
        path: [
          '^server/src/(routes|serving|adapters|modules)/',
          '^server/src/providers/(?!(llm|speech|search|embedding|local-models)/)[^/]+/',
          '^server/src/providers/search/[^/]+/',
          SPEECH_VENDORS,
          '^node_modules/fastify/',
        ],
      },
    },
    {
      name: 'domain-areas-by-their-index',
      severity: 'error',
      comment: 'related areas share a folder; each is an area of its own',
      from: { path: `^server/src/domain/(${AREA})/`, pathNot: ['\\.test\\.ts$', '/fixtures/'] },
      to: { path: `^server/src/domain/${AREA}/(?!index\\.ts)`, pathNot: ['^server/src/domain/$1/'] },
    },
    {
      name: 'shared-knows-no-area',
      severity: 'error',
      from: { path: server(`domain/(?:${SHARED})`), pathNot: ['\\.test\\.ts$'] },
      to: { path: server('domain'), pathNot: [server(`domain/(?:${SHARED})`)] },
    },
    ...FLOORS.slice(0, -1).map((floor, level) => ({
      name: `no-arrow-up-from-${floor[0]}`,
      comment: 'the floors of ARCHITECTURE.md; what is on one of them knows nothing above it',
      severity: 'error',
      from: { path: floorPath(floor), pathNot: ['\\.(?:test|fixture)\\.ts$', '/fixtures/'] },
      to: { path: floorPath(FLOORS.slice(level + 1).flat()) },
    })),
    {
      name: 'a-search-engine-knows-its-contract',
      severity: 'error',
      from: { path: '^server/src/providers/search/([^/]+)/', pathNot: ['\\.test\\.ts$'] },
      to: {
        path: [
          '^server/src/(domain|routes|adapters|db|serving|agents)/',
          '^server/src/providers/search/[^/]+/',
          '^server/src/providers/(?!(?:search|wire)/)[^/]+/',
        ],
        pathNot: ['^server/src/providers/search/$1/'],
      },
    },
    {
      name: 'a-speech-vendor-knows-its-contract',
      severity: 'error',
      from: { path: SPEECH_VENDOR, pathNot: ['\\.test\\.ts$', '/fixtures/'] },
      to: {
        path: [
          '^server/src/(domain|routes|adapters|db|serving|agents)/',
          SPEECH_VENDORS,
          '^server/src/providers/speech/(?:speech-registry|speech-prices)\\.ts$',
          '^server/src/providers/(?!(?:llm|speech|wire|sound|program|local-models)/)[^/]+/',
        ],
        pathNot: ['^server/src/providers/speech/$1/'],
      },
    },
    never(
      'agents',
      server('agents'),
      '^server/src/(db|providers|routes|domain|adapters)/',
      'an agent is data',
    ),
    {
      name: 'a-vendor-knows-its-contract',
      severity: 'error',
      from: { path: '^server/src/providers/(?!(?:llm|speech|search)/)([^/]+)/', pathNot: ['\\.test\\.ts$'] },
      to: {
        path: ['^server/src/(domain|routes|adapters|db|serving|agents)/', '^server/src/providers/[^/]+/'],
        pathNot: [
          '^server/src/providers/$1/',
          '^server/src/providers/(?:llm|wire|sound|program|local-models)/',
          '^server/src/providers/speech/(?:live-models/|[^/]+$)',
        ],
      },
    },
    {
      name: 'tests-stay-out',
      severity: 'error',
      from: { path: '^(contract|server|web)/src/', pathNot: ['\\.(test|fixture)\\.tsx?$'] },
      to: { path: ['\\.(test|fixture)\\.tsx?$', '^(e2e|bench|fakes)/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
}
