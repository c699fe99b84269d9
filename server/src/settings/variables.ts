import { isEmail, plainEmail } from '@vee/contract/entities/accounts/credentials'
import { OWN_KEY_VENDORS } from '@vee/contract/entities/own-key-vendors'
import { z } from 'zod'
import { planSettings } from '#domain/money/plans/index.ts'
import { LIVE_MODEL_VARIABLES } from '#providers/speech/live-models/live-model-registry.ts'
import { EMBEDDING_VARIABLES } from '#providers/embedding/embedder.ts'
import { SEARCH_VARIABLES } from '#providers/search/search-registry.ts'
import { SPEECH_VARIABLES } from '#providers/speech/speech-registry.ts'
import { LOCAL_PROVIDERS_VARIABLE } from '#providers/wire/shared-variables.ts'
import { OBJECT_STORE_VARIABLES } from './object-store-variables.ts'
import { OPENAI_VARIABLES } from '#providers/wire/shared-variables.ts'
import {
  address,
  apiKey,
  onOff,
  trimmedText,
  variableNotes,
  webAddress,
  wholeNumber,
} from '#lib/variable-types.ts'
import { isIP } from 'node:net'

const PROXY_GROUPS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])
const isNetwork = (entry: string) => {
  const [ip = '', bits, ...rest] = entry.split('/')
  const version = isIP(ip)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
const isProxyAddress = (entry: string) => PROXY_GROUPS.has(entry) || isNetwork(entry)
const list = z
  .string()
  .trim()
  .transform((entries) => entries.split(',').flatMap((entry) => entry.trim() || []))
const proxyList = list.refine(
  (entries) => entries.every(isProxyAddress),
  'must be IP addresses or ranges, separated by commas',
)
const networkList = list.refine(
  (entries) => entries.every(isNetwork),
  'must be IP addresses or ranges, separated by commas',
)
/** True for an IP address; version 6 is in brackets if a port follows. */
const isNameServer = (entry: string) => {
  const [, six, four = entry] = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/.exec(entry) ?? []
  return isIP(six ?? four) !== 0
}
const nameServers = list.refine(
  (entries) => entries.length > 0 && entries.every(isNameServer),
  'must be IP addresses, with a port or without, separated by commas',
)

const ownKeyVendors = list
  .transform((entries) => (entries.join() === 'none' ? [] : entries))
  .pipe(z.array(z.enum(OWN_KEY_VENDORS, `must be names of ${OWN_KEY_VENDORS.join(', ')}, or none`)))

/** Vendors of the environment whose own search their models can use. */
const SEARCHING_VENDORS = ['openai', 'anthropic', 'gemini'] as const

/** Parses each variable. An empty value counts as unset. */
export const environment = z.object({
  PORT: wholeNumber(0, 65_535)
    .default(3000)
    .register(variableNotes, { meaning: 'Port to listen on; 0 takes any free one', example: '8080' }),
  HOST: trimmedText.default('127.0.0.1').register(variableNotes, {
    meaning: 'Address to listen on; 0.0.0.0 lets other machines in',
    example: '0.0.0.0',
  }),
  PUBLIC_URL: webAddress.optional().register(variableNotes, {
    meaning: 'Where people reach this server; used in links',
    example: 'https://vee.example.org',
    shownDefault: 'from the request',
  }),
  SOURCE_URL: webAddress.optional().register(variableNotes, {
    meaning: 'Where the source code of this server lies; linked in the footer',
    example: 'https://git.example.org/vee',
    shownDefault: 'the repository of package.json, else no link',
  }),
  DATA_DIR: trimmedText.default('./data').register(variableNotes, {
    meaning: 'Folder of the database, generated secrets and stored audio',
    example: '/var/lib/vee',
  }),
  SEAL_KEY: trimmedText
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')
    .transform((key) => Buffer.from(key, 'base64'))
    .optional()
    .register(variableNotes, {
      meaning:
        'Encrypts stored keys and recordings; the same on all servers of one database (`openssl rand -base64 32`)',
      example: 'dGhpcyBpcyBhbiBleGFtcGxlIG9mIDMyIGJ5dGVzISE=',
      shownDefault: 'seal.key in DATA_DIR',
      secret: true,
    }),
  DATABASE_URL: address(/^postgres(ql)?$/, 'a postgres:// address')
    .optional()
    .register(variableNotes, {
      meaning: 'Postgres in place of the embedded database',
      example: 'postgres://vee:password@db.example.org/vee',
      secret: true,
    }),
  REDIS_URL: address(/^rediss?$/, 'a redis:// address')
    .optional()
    .register(variableNotes, {
      meaning: 'Redis, in which several servers count limits together',
      example: 'redis://cache.example.org:6379',
      secret: true,
    }),
  ...OBJECT_STORE_VARIABLES,
  /** not trimmed: spaces are part of a passphrase */
  GLOBAL_PASSPHRASE: z.string().optional().register(variableNotes, {
    meaning: 'The passphrase of shared access',
    example: 'four-words-you-like',
    shownDefault: 'generated, printed once',
    secret: true,
  }),
  GLOBAL_ACCESS: onOff.default('on').register(variableNotes, {
    meaning: 'Whether people may sign in with the shared passphrase',
    example: 'off',
  }),
  ...OPENAI_VARIABLES,
  ANTHROPIC_API_KEY: apiKey
    .optional()
    .register(variableNotes, { meaning: 'Key for Anthropic', example: 'sk-ant-…', secret: true }),
  ANTHROPIC_BASE_URL: webAddress.default('https://api.anthropic.com').register(variableNotes, {
    meaning: 'Any server that speaks the Anthropic protocol, without /v1',
    example: 'http://localhost:8001',
  }),
  GEMINI_API_KEY: apiKey
    .optional()
    .register(variableNotes, { meaning: 'Key for Google Gemini', example: 'AIza…', secret: true }),
  GEMINI_BASE_URL: webAddress.default('https://generativelanguage.googleapis.com').register(variableNotes, {
    meaning: "Any server that speaks Google's Gemini protocol, without /v1beta",
    example: 'http://localhost:8002',
  }),
  OPENROUTER_API_KEY: apiKey
    .optional()
    .register(variableNotes, { meaning: 'Key for OpenRouter', example: 'sk-or-…', secret: true }),
  ...SPEECH_VARIABLES,
  ...LIVE_MODEL_VARIABLES,
  TURN_MODEL: trimmedText.optional().register(variableNotes, {
    meaning:
      'ONNX file of a model that judges in the browser whether a spoken turn has ended (Smart Turn v3; at most 64 MB)',
    example: '/var/lib/vee/smart-turn-v3.2-cpu.onnx',
  }),
  OWN_KEY_VENDORS: ownKeyVendors.default([...OWN_KEY_VENDORS]).register(variableNotes, {
    meaning: 'Vendors for which people may use their own keys; none for no vendor',
    example: 'openai,mistral',
    shownDefault: OWN_KEY_VENDORS.join(','),
  }),
  ...SEARCH_VARIABLES,
  SEARCH_BY_VENDOR: list
    .pipe(z.array(z.enum(SEARCHING_VENDORS, `must be names of ${SEARCHING_VENDORS.join(', ')}`)))
    .default([])
    .register(variableNotes, {
      meaning:
        "Vendors whose models search the web by the vendor's own search, which costs extra, in place of the engines; for keys of the environment",
      example: 'anthropic,gemini',
      shownDefault: 'none',
    }),
  ...EMBEDDING_VARIABLES,
  MODEL_PRIMARY: trimmedText.default('gpt-4o').register(variableNotes, {
    meaning: 'The model that answers, and that allowances count',
    example: 'gpt-4o',
  }),
  MODEL_SECONDARY: trimmedText.default('gpt-4o-mini').register(variableNotes, {
    meaning: 'The smaller model, used as the budget shrinks',
    example: 'gpt-4o-mini',
  }),
  MODEL_TITLES: onOff.default('on').register(variableNotes, {
    meaning:
      'The smaller model titles conversations of members after the first reply; off: the first words do',
    example: 'off',
  }),
  BUILTIN_RESPONDER: onOff
    .default('on')
    .register(variableNotes, { meaning: 'The responder that needs no model', example: 'off' }),
  ...LOCAL_PROVIDERS_VARIABLE,
  PLANS: trimmedText
    .transform((json, context) => {
      try {
        return planSettings.parse(JSON.parse(json))
      } catch {
        context.addIssue({ code: 'custom', message: 'must be the JSON of prices and allowances by plan' })
        return z.NEVER
      }
    })
    .optional()
    .register(variableNotes, {
      meaning:
        'Prices and daily allowances of the plans; also set at /host. Without prices no plans are shown; default allowances limit members, not administrators',
      example:
        '{"free":{"dailyTokens":20000},"basic":{"pricePerMonth":9,"dailyTokens":100000,"dailySpeechUsd":0.5}}',
    }),
  CONTACT_URL: trimmedText
    .pipe(z.url({ protocol: /^(https?|mailto)$/, error: 'must be a mailto:, http:// or https:// address' }))
    .optional()
    .register(variableNotes, {
      meaning: 'Where people reach the host: linked by “Contact us” and where help is needed to sign in',
      example: 'mailto:help@example.org',
    }),
  PROVIDER_TIMEOUT_MS: wholeNumber(1, 3_600_000).default(90_000).register(variableNotes, {
    meaning: "Timeout in milliseconds for a provider's first event and between two events",
    example: '90000',
  }),
  DEMO_REPLIES_PER_DAY: wholeNumber(0, 1_000_000).default(20).register(variableNotes, {
    meaning: 'Replies a day for visitors, per IP address',
    example: '20',
  }),
  GLOBAL_REQUESTS_PER_HOUR: wholeNumber(0, 1_000_000).default(100).register(variableNotes, {
    meaning: 'Replies an hour for people who signed in with the passphrase, per IP address',
    example: '100',
  }),
  TRUSTED_PROXIES: proxyList.optional().register(variableNotes, {
    meaning: 'Addresses whose forwarded headers count',
    example: '10.0.0.0/8,loopback',
  }),
  ORGANIZATION_ENDPOINT_NETWORKS: networkList.default([]).register(variableNotes, {
    meaning:
      'Private networks in which teams may have their own model endpoints; without it only public https addresses',
    example: '10.20.0.0/16',
    shownDefault: 'none',
  }),
  ALLOWED_PRIVATE_NETWORKS: networkList.default([]).register(variableNotes, {
    meaning:
      'Private networks whose pages agents may read, at any port and without TLS; without it only public addresses',
    example: '10.30.0.0/16,192.168.1.20',
    shownDefault: 'none',
  }),
  DNS_SERVERS: nameServers.optional().register(variableNotes, {
    meaning: 'Name servers for the verification of domains',
    example: '192.0.2.53,[2001:db8::53]:5353',
    shownDefault: 'those of this machine',
  }),
  SMTP_URL: address(/^smtps?$/, 'an smtp:// or smtps:// address')
    .optional()
    .register(variableNotes, {
      meaning: 'Mail server',
      example: 'smtps://user:password@mail.example.org',
      secret: true,
    }),
  MAIL_FROM: trimmedText.regex(/@/, 'must be a mail address').optional().register(variableNotes, {
    meaning: 'Sender of mail',
    example: 'vee@example.org',
    shownDefault: 'vee@localhost',
  }),
  STRIPE_SECRET_KEY: apiKey
    .optional()
    .register(variableNotes, { meaning: 'Stripe: secret key', example: 'sk_live_…', secret: true }),
  STRIPE_WEBHOOK_SECRET: apiKey.optional().register(variableNotes, {
    meaning: 'Stripe: signing secret of the webhook',
    example: 'whsec_…',
    secret: true,
  }),
  STRIPE_API_BASE: webAddress.optional().register(variableNotes, {
    meaning: 'Stripe: address of its API',
    example: 'https://api.stripe.com',
    shownDefault: "Stripe's own",
  }),
  STRIPE_PRICE_BASIC: trimmedText
    .optional()
    .register(variableNotes, { meaning: 'Stripe: price of the Basic plan', example: 'price_…' }),
  STRIPE_PRICE_CREATOR: trimmedText
    .optional()
    .register(variableNotes, { meaning: 'Stripe: price of the Creator plan', example: 'price_…' }),
  STRIPE_PRICE_ORGANIZATION: trimmedText
    .optional()
    .register(variableNotes, { meaning: 'Stripe: price of the Organization plan', example: 'price_…' }),
  SUPABASE_URL: webAddress
    .optional()
    .register(variableNotes, { meaning: 'Sign-in by Supabase', example: 'https://x.supabase.co' }),
  SUPABASE_ANON_KEY: apiKey
    .optional()
    .register(variableNotes, { meaning: 'Supabase: public key', example: 'eyJ…', secret: true }),
  SUPABASE_PROVIDER: trimmedText.default('google').register(variableNotes, {
    meaning: 'Supabase: where it sends people to sign in',
    example: 'github',
  }),
  OIDC_ISSUER: webAddress.optional().register(variableNotes, {
    meaning: 'Sign-in by OpenID Connect: issuer',
    example: 'https://login.example.org',
  }),
  OIDC_CLIENT_ID: trimmedText
    .optional()
    .register(variableNotes, { meaning: 'OpenID Connect: client id', example: 'vee' }),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .register(variableNotes, { meaning: 'OpenID Connect: client secret', example: '…', secret: true }),
  OIDC_LABEL: trimmedText.default('OpenID Connect').register(variableNotes, {
    meaning: 'OpenID Connect: what people know it as',
    example: 'Example University',
  }),
  HOST_ADMINS: trimmedText
    .transform((list) => list.split(',').flatMap((entry) => plainEmail(entry) || []))
    .refine((list) => list.every(isEmail), 'must be email addresses, separated by commas')
    .optional()
    .register(variableNotes, {
      meaning: 'Whose accounts may look after this server at /host, by address',
      example: 'ann@example.org,bob@example.org',
      shownDefault: 'the first account',
    }),
  INVITE_TTL_SECONDS: wholeNumber(1, 31_536_000)
    .default(1_209_600)
    .register(variableNotes, { meaning: 'Seconds that an invite lives', example: '1209600' }),
  SHARE_LINKS: onOff.default('on').register(variableNotes, {
    meaning: 'Whether members may make links with which anyone can read a conversation or a meeting',
    example: 'off',
  }),
  MEETING_CONSENT_TEXT: trimmedText
    .max(2_000, 'must not be longer than 2000 characters')
    .optional()
    .register(variableNotes, {
      meaning: 'What people read before they record a meeting',
      example: 'Tell everybody that you record.',
      shownDefault: 'words in their language',
    }),
  MEETING_SOUND_DAYS: wholeNumber(0, 36_500).default(90).register(variableNotes, {
    meaning:
      'Days for which the server stores the audio of meetings if their owners choose so; 0 disables it',
    example: '30',
  }),
  MEETING_SOUND_MAX_MB: wholeNumber(1, 1_000_000).default(2_000).register(variableNotes, {
    meaning: 'Megabytes of audio per member',
    example: '500',
  }),
  ATTACHMENTS_MAX_MB: wholeNumber(1, 1_000_000).default(500).register(variableNotes, {
    meaning:
      'Megabytes of attached files per member (twice as many with Creator and Organization); a fifth for all visitors of a network',
    example: '1000',
  }),
  CONVERSATION_MAX_MB: wholeNumber(1, 100).default(4).register(variableNotes, {
    meaning: 'Megabytes of one conversation, which is read in one piece',
    example: '2',
  }),
  CONVERSATIONS_MAX_MB: wholeNumber(1, 1_000_000).default(200).register(variableNotes, {
    meaning: 'Megabytes of conversations per member',
    example: '500',
  }),
  MEETINGS_MAX_MB: wholeNumber(1, 1_000_000).default(200).register(variableNotes, {
    meaning: 'Megabytes of meeting texts per member',
    example: '500',
  }),
  MONTHLY_COST_THRESHOLD_USD: trimmedText
    .regex(/^\d+(\.\d+)?$/, 'must be an amount in US dollars')
    .transform(Number)
    .optional()
    .register(variableNotes, {
      meaning: 'Cap over everything that a month may cost, in US dollars',
      example: '50',
    }),
  METRICS_TOKEN: apiKey.optional().register(variableNotes, {
    meaning: 'Bearer token for /api/metrics, which is off without it',
    example: 'a-long-random-word',
    secret: true,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional().register(variableNotes, {
    meaning: 'Collector that traces go to, by OTLP over HTTP; without it there are none',
    example: 'http://127.0.0.1:4318',
  }),
  SLOW_TURN_MS: wholeNumber(0, 600_000).default(5_000).register(variableNotes, {
    meaning:
      'Milliseconds after which a turn, or a part of one, that has no first result yet is logged as slow; 0 logs none',
    example: '3000',
  }),
  MCP_CONFIG: trimmedText.optional().register(variableNotes, {
    meaning:
      'JSON file with the MCP servers whose tools V and Nerf may use (`mcpServers`, as other clients have it)',
    example: '/etc/vee/mcp.json',
  }),
  MCP_TOOLS_MAX_TOKENS: wholeNumber(0, 100_000).default(3_000).register(variableNotes, {
    meaning:
      "Prompt tokens that descriptions of MCP servers' tools may take in one reply; beyond it the tools are offered that fit the question best",
    example: '8000',
  }),
  LOG_LEVEL: trimmedText
    .pipe(
      z.enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      ),
    )
    .default('info')
    .register(variableNotes, { meaning: 'How much is logged', example: 'debug' }),
})

export type Environment = z.output<typeof environment>
