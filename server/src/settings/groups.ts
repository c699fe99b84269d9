import { SEARCH_VARIABLES } from '#providers/search/search-registry.ts'
import { SPEECH_VARIABLES } from '#providers/speech/speech-registry.ts'

interface SettingGroup {
  readonly title: string
  /** Returns whether the group has a variable that no earlier group has. */
  readonly hasVariable: (name: string) => boolean
}

const matches = (pattern: RegExp) => (name: string) => pattern.test(name)

/** Returns a check for the variables of a registry's modules, and those that match. */
const isOf = (registered: object, others: RegExp) => (name: string) =>
  Object.hasOwn(registered, name) || others.test(name)

/** The order of `--help` and docs/settings.md. A test asserts that each variable is in a group. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Address and data',
    hasVariable: matches(
      /^(?:PORT|HOST|PUBLIC_URL|SOURCE_URL|DATA_DIR|SEAL_KEY|DATABASE_URL|REDIS_URL|TRUSTED_PROXIES)$/,
    ),
  },
  { title: 'Files beyond one machine', hasVariable: matches(/^OBJECT_STORE_/) },
  {
    title: 'Who may use it',
    hasVariable: matches(
      /^(?:GLOBAL_|HOST_ADMINS|SHARE_LINKS|CONTACT_URL|DEMO_|INVITE_|SUPABASE_|OIDC_|ORGANIZATION_|DNS_SERVERS)/,
    ),
  },
  {
    title: 'Models that write',
    hasVariable: matches(
      /^(?:OPENAI|ANTHROPIC|GEMINI|OPENROUTER|OWN_KEY|MODEL_PRIMARY|MODEL_SECONDARY|MODEL_TITLES|BUILTIN|LOCAL_PROVIDERS|PROVIDER_TIMEOUT)(?:_|$)/,
    ),
  },
  {
    title: 'Speech recognition and voices',
    hasVariable: isOf(SPEECH_VARIABLES, /^(?:MODEL_HUB|TURN_MODEL)(?:_|$)/),
  },
  { title: 'Models that listen and speak', hasVariable: matches(/^LIVE_/) },
  {
    title: 'Search, knowledge and tools',
    hasVariable: isOf(SEARCH_VARIABLES, /^(?:EMBEDDING|SEARCH|ALLOWED_PRIVATE|MCP)_/),
  },
  { title: 'Plans and payment', hasVariable: matches(/^(?:PLANS|STRIPE_|MONTHLY_COST_)/) },
  { title: 'Mail', hasVariable: matches(/^(?:SMTP|MAIL)_/) },
  { title: 'Room for content', hasVariable: matches(/^(?:MEETINGS?|ATTACHMENTS|CONVERSATIONS?)_/) },
  { title: 'Log and figures', hasVariable: matches(/^(?:LOG_LEVEL|METRICS_|OTEL_|SLOW_TURN)/) },
]
