import { MEMBER_CONTENT_QUOTA, type MemberContentQuota } from '#domain/storage/content-quota.ts'
import type { OwnKeyVendor } from '@vee/contract/entities/own-key-vendors'
import type { z } from 'zod'
import type { PlanSettings } from '#domain/money/plans/index.ts'
import type { LiveModelVariables } from '#providers/speech/live-models/live-model-registry.ts'
import type { EmbeddingVariables } from '#providers/embedding/embedder.ts'
import type { SearchVariables } from '#providers/search/search-registry.ts'
import type { SpeechVariables } from '#providers/speech/speech-registry.ts'
import type { ObjectStoreAccess } from '#adapters/storage/s3/s3-address.ts'
import { objectStoreAccess } from './object-store-variables.ts'
import { StartFailure } from '#lib/start-failure.ts'
import rootPackage from '../../../package.json' with { type: 'json' }
import { repositoryAddress } from './repository-address.ts'
import { variableNotes } from '#lib/variable-types.ts'
import { type Environment, environment } from './variables.ts'

/** The parsed environment. */
export interface ServerSettings {
  /** 0: any free port */
  readonly port: number
  readonly host: string
  readonly publicUrl: string | undefined
  readonly sourceUrl: string | undefined
  readonly dataDir: string
  /** encrypts stored secrets and recordings; undefined: the key file of the data directory */
  readonly sealKey: Buffer | undefined
  /** undefined: files are in the data directory */
  readonly objectStoreAccess: ObjectStoreAccess | undefined
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly globalPassphrase: string | undefined
  readonly globalAccess: boolean
  readonly openai: VendorSettings
  readonly anthropic: VendorSettings
  readonly gemini: VendorSettings
  readonly openrouter: VendorSettings
  /** vendors of the environment whose models search by the vendor's own search */
  readonly searchByVendor: readonly string[]
  /** vendors for which people may use their own keys */
  readonly ownKeyVendors: readonly OwnKeyVendor[]
  readonly speech: SpeechVariables
  readonly search: SearchVariables
  readonly embedding: EmbeddingVariables
  readonly liveModels: {
    readonly variables: LiveModelVariables
    readonly access: LiveModelVariables['LIVE_ACCESS']
    readonly maxSeconds: number
  }
  /** path of the ONNX file of the turn model */
  readonly turnModel: string | undefined
  readonly modelPrimary: string
  readonly modelSecondary: string
  /** the smaller model titles members' conversations */
  readonly hasModelTitles: boolean
  /** prices and allowances in the environment */
  readonly plans: PlanSettings
  /** the URL for contacting the host */
  readonly contactUrl: string | undefined
  readonly builtinResponder: boolean
  readonly localProviders: boolean
  /** until the headers and between events */
  readonly providerTimeoutMs: number
  /** per IP address */
  readonly visitorRepliesPerDay: number
  /** per IP address */
  readonly passphraseRepliesPerHour: number
  readonly trustedProxies: readonly string[]
  /** private networks that endpoints of organizations may be in */
  readonly organizationNetworks: readonly string[]
  /** private networks whose pages may be read */
  readonly allowedPrivateNetworks: readonly string[]
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string | undefined }
  readonly stripe: StripeSettings
  readonly supabase: {
    readonly url: string | undefined
    readonly anonKey: string | undefined
    readonly provider: string
  }
  readonly oidc: OidcSettings
  /** normalized with `plainEmail`; empty: the first account's owner is the host */
  readonly hostAdmins: readonly string[]
  readonly inviteTtlSeconds: number
  /** name servers for verifying domains; undefined: those of this machine */
  readonly dnsServers: readonly string[] | undefined
  /** shown before a meeting is recorded */
  /** whether members may make links with which anyone can read */
  readonly allowsShareLinks: boolean
  readonly meetingConsentText: string | undefined
  /** for the audio of meetings; days 0: none is stored */
  readonly meetingSound: { readonly days: number; readonly maxBytes: number }
  /** per member */
  readonly contentQuota: MemberContentQuota
  /** bytes of attached files of one member */
  readonly attachmentsMaxBytes: number
  readonly monthlyCostThresholdUsd: number | undefined
  readonly metricsToken: string | undefined
  /** base address of an OTLP collector */
  readonly otlpEndpoint: string | undefined
  /** 0: none is logged */
  readonly slowTurnMs: number
  /** path of a file */
  readonly mcpConfig: string | undefined
  /** prompt tokens that descriptions of MCP servers' tools may take in one reply */
  readonly mcpToolsMaxTokens: number
  readonly logLevel: Environment['LOG_LEVEL']
}

/** Base URLs never end in a slash. Those of OpenAI-compatible servers include `/v1`; Anthropic's and Google's do not. */
interface VendorSettings {
  readonly apiKey: string | undefined
  readonly baseUrl: string
}

interface StripeSettings {
  readonly secretKey: string | undefined
  readonly webhookSecret: string | undefined
  readonly apiBase: string | undefined
  readonly prices: {
    readonly basic: string | undefined
    readonly creator: string | undefined
    readonly organization: string | undefined
  }
}

interface OidcSettings {
  readonly issuer: string | undefined
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
  readonly label: string
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings from variables; earlier sources have priority. An empty variable counts as unset, so
 * that it does not hide another one. Throws StartFailure for the first invalid value.
 */
export function readSettings(...sources: readonly Variables[]): ServerSettings {
  const variables: Variables = Object.assign({}, ...sources.toReversed().map(withoutEmpty))
  const parsed = environment.safeParse(variables)
  if (!parsed.success) throw new StartFailure(sentenceAbout(parsed.error, variables))
  return toSettings(parsed.data)
}

function withoutEmpty(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}

function sentenceAbout(error: z.ZodError, variables: Variables): string {
  const issue = error.issues[0]
  const name = String(issue?.path[0])
  const schema = environment.shape[name as keyof typeof environment.shape]
  const notes = variableNotes.get(schema)
  const value = notes?.secret ? '' : `, not ${JSON.stringify(variables[name]?.trim())}`
  return `${name} ${issue?.message}${value} (for example ${name}=${notes?.example}).`
}

function toSettings(env: Environment): ServerSettings {
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    sourceUrl:
      env.SOURCE_URL ?? repositoryAddress('repository' in rootPackage ? rootPackage.repository : undefined),
    dataDir: env.DATA_DIR,
    sealKey: env.SEAL_KEY,
    objectStoreAccess: objectStoreAccess(env),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    globalPassphrase: env.GLOBAL_PASSPHRASE,
    globalAccess: env.GLOBAL_ACCESS === 'on',
    openai: { apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL },
    anthropic: { apiKey: env.ANTHROPIC_API_KEY, baseUrl: env.ANTHROPIC_BASE_URL },
    gemini: { apiKey: env.GEMINI_API_KEY, baseUrl: env.GEMINI_BASE_URL },
    openrouter: { apiKey: env.OPENROUTER_API_KEY, baseUrl: 'https://openrouter.ai/api/v1' },
    searchByVendor: env.SEARCH_BY_VENDOR,
    ownKeyVendors: env.OWN_KEY_VENDORS,
    speech: env,
    search: env,
    embedding: env,
    liveModels: {
      variables: env,
      access: env.LIVE_ACCESS,
      maxSeconds: env.LIVE_MAX_MINUTES * 60,
    },
    modelPrimary: env.MODEL_PRIMARY,
    modelSecondary: env.MODEL_SECONDARY,
    hasModelTitles: env.MODEL_TITLES === 'on',
    plans: env.PLANS ?? {},
    contactUrl: env.CONTACT_URL,
    builtinResponder: env.BUILTIN_RESPONDER === 'on',
    localProviders: env.LOCAL_PROVIDERS === 'on',
    providerTimeoutMs: env.PROVIDER_TIMEOUT_MS,
    visitorRepliesPerDay: env.DEMO_REPLIES_PER_DAY,
    passphraseRepliesPerHour: env.GLOBAL_REQUESTS_PER_HOUR,
    organizationNetworks: env.ORGANIZATION_ENDPOINT_NETWORKS,
    allowedPrivateNetworks: env.ALLOWED_PRIVATE_NETWORKS,
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      apiBase: env.STRIPE_API_BASE,
      prices: {
        basic: env.STRIPE_PRICE_BASIC,
        creator: env.STRIPE_PRICE_CREATOR,
        organization: env.STRIPE_PRICE_ORGANIZATION,
      },
    },
    supabase: { url: env.SUPABASE_URL, anonKey: env.SUPABASE_ANON_KEY, provider: env.SUPABASE_PROVIDER },
    oidc: {
      issuer: env.OIDC_ISSUER,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
      label: env.OIDC_LABEL,
    },
    hostAdmins: env.HOST_ADMINS ?? [],
    inviteTtlSeconds: env.INVITE_TTL_SECONDS,
    dnsServers: env.DNS_SERVERS,
    allowsShareLinks: env.SHARE_LINKS === 'on',
    meetingConsentText: env.MEETING_CONSENT_TEXT,
    contentQuota: {
      ...MEMBER_CONTENT_QUOTA,
      conversationBytes: env.CONVERSATION_MAX_MB * 1_000_000,
      conversationsBytes: env.CONVERSATIONS_MAX_MB * 1_000_000,
      meetingsBytes: env.MEETINGS_MAX_MB * 1_000_000,
    },
    attachmentsMaxBytes: env.ATTACHMENTS_MAX_MB * 1_000_000,
    meetingSound: { days: env.MEETING_SOUND_DAYS, maxBytes: env.MEETING_SOUND_MAX_MB * 1_000_000 },
    monthlyCostThresholdUsd: env.MONTHLY_COST_THRESHOLD_USD,
    metricsToken: env.METRICS_TOKEN,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    slowTurnMs: env.SLOW_TURN_MS,
    mcpConfig: env.MCP_CONFIG,
    turnModel: env.TURN_MODEL,
    mcpToolsMaxTokens: env.MCP_TOOLS_MAX_TOKENS,
    logLevel: env.LOG_LEVEL,
  }
}
