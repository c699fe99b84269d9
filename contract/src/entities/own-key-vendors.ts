// No zod here: the web client reads these.

/** Vendors that a person's own key can be for, in the order in which keys are used. */
export const OWN_KEY_VENDORS = ['openai', 'anthropic', 'gemini', 'openrouter', 'mistral', 'groq'] as const
export type OwnKeyVendor = (typeof OWN_KEY_VENDORS)[number]

export const OWN_KEY_VENDOR_NAMES: Readonly<Record<OwnKeyVendor, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Google Gemini',
  openrouter: 'OpenRouter',
  mistral: 'Mistral',
  groq: 'Groq',
}

/** The name of the header with the caller's own key for a vendor, in lower case. */
export const ownKeyHeader = <Vendor extends OwnKeyVendor>(vendor: Vendor): `x-own-key-${Vendor}` =>
  `x-own-key-${vendor}`
