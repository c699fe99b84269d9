// No zod here: the web client reads these.

/**
 * Wire protocols of language models: OpenAI's chat completions, Anthropic's messages, Google's generateContent, chat
 * completions as Azure has them (key in `api-key`, models are deployments), and Amazon Bedrock's Converse.
 */
export const ENDPOINT_PROTOCOLS = ['openai', 'anthropic', 'gemini', 'azure', 'bedrock'] as const

/** Protocols whose vendors offer a search of their own that the model uses by itself. */
export const VENDOR_SEARCH_PROTOCOLS = [
  'openai',
  'anthropic',
  'gemini',
] as const satisfies readonly (typeof ENDPOINT_PROTOCOLS)[number][]

/** Maximum number of endpoints. */
export const MAX_ENDPOINTS = 50
/** Models of an endpoint that are offered; a longer list is truncated. */
export const MAX_ENDPOINT_MODELS = 1_000
export const MAX_ENDPOINT_HEADERS = 20
export const MAX_MODEL_NAME_LENGTH = 150
/** `<provider>:<model>` */
export const MAX_MODEL_ID_LENGTH = 200
/** Models about which the host states something. */
export const MAX_MODEL_EDITS = 500
/** Why the replies of a provider fail: key rejected, account without credit, limited, unreachable, too slow. */
export const FAILOVER_KINDS = ['unauthorized', 'no-credit', 'rate-limited', 'unavailable', 'timeout'] as const
/** Why a key that works will soon fail: little credit left, and expiring, as its vendor states. */
export const KEY_WARNINGS = ['low-credit', 'expiring'] as const
