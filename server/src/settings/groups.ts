interface SettingGroup {
  readonly title: string
  /** matches the variables of the group that no earlier group has */
  readonly names: RegExp
}

/** The order of `--help` and docs/settings.md. A test asserts that each variable is in a group. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Address and data',
    names: /^(?:PORT|HOST|PUBLIC_URL|SOURCE_URL|DATA_DIR|SEAL_KEY|DATABASE_URL|REDIS_URL|TRUSTED_PROXIES)$/,
  },
  { title: 'Files beyond one machine', names: /^OBJECT_STORE_/ },
  {
    title: 'Who may use it',
    names:
      /^(?:GLOBAL_|HOST_ADMINS|SHARE_LINKS|CONTACT_URL|DEMO_|INVITE_|SUPABASE_|OIDC_|ORGANIZATION_|DNS_SERVERS)/,
  },
  {
    title: 'Models that write',
    names:
      /^(?:OPENAI|ANTHROPIC|GEMINI|OPENROUTER|OWN_KEY|MODEL_PRIMARY|MODEL_SECONDARY|MODEL_TITLES|BUILTIN|LOCAL_PROVIDERS|PROVIDER_TIMEOUT)(?:_|$)/,
  },
  {
    title: 'Speech recognition and voices',
    names:
      /^(?:STT|TTS|DEEPGRAM|ASSEMBLYAI|MISTRAL|ELEVENLABS|CARTESIA|LOCAL_SPEECH|MODEL_HUB|WHISPER|PIPER|TURN_MODEL)(?:_|$)/,
  },
  { title: 'Models that listen and speak', names: /^LIVE_/ },
  {
    title: 'Search, knowledge and tools',
    names: /^(?:EMBEDDING|SEARXNG|BRAVE|TAVILY|EXA|KAGI|SEARCH|ALLOWED_PRIVATE|MCP)_/,
  },
  { title: 'Plans and payment', names: /^(?:PLANS|STRIPE_|MONTHLY_COST_)/ },
  { title: 'Mail', names: /^(?:SMTP|MAIL)_/ },
  { title: 'Room for content', names: /^(?:MEETINGS?|ATTACHMENTS|CONVERSATIONS?)_/ },
  { title: 'Log and figures', names: /^(?:LOG_LEVEL|METRICS_|OTEL_|SLOW_TURN)/ },
]
