/** The environment as the server understands it. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly publicUrl: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly globalPassphrase: string | undefined
  readonly globalAccess: boolean
  readonly openai: VendorSettings
  readonly anthropic: VendorSettings
  readonly openrouter: VendorSettings
  readonly stt: SpeechVendorSettings
  readonly tts: SpeechVendorSettings
  readonly modelPrimary: string
  readonly modelSecondary: string
  readonly builtinResponder: boolean
  readonly localProviders: boolean
  /** until headers and between events */
  readonly providerTimeoutMs: number
  readonly trustedProxies: readonly string[]
  readonly metricsToken: string | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

export interface VendorSettings {
  readonly apiKey: string | undefined
  readonly baseUrl: string
}

export interface SpeechVendorSettings extends VendorSettings {
  readonly model: string
}
