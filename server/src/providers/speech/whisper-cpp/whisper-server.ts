import { request } from '#lib/http-client.ts'
import { z } from 'zod'
import { inBackground } from '#lib/background.ts'
import type { Availability } from '../../failure.ts'
import type { SttProvider, SttRequest } from '../stt.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { parseJson } from '../../wire/event-stream.ts'
import { brokenProtocol, failureOfConnection, type ProviderName } from '../../wire/failures.ts'
import { oneLine } from './one-line.ts'
import { languageCode, languageHint } from '../../wire/languages.ts'
import { multipart } from '../../wire/multipart.ts'
import { postContent } from '../../wire/post.ts'

const WHISPER_SERVER = { id: 'whisper-server', name: 'whisper.cpp' } as const satisfies ProviderName

/** Timeout for a loopback server, in ms: it responds at once or not at all. */
const CHECK_TIMEOUT_MS = 500
/** Lifetime of a cached check, in ms. */
const MAX_CHECK_AGE_MS = 5_000
/** Maximum size of the server's page, which is 2 kB. */
const MAX_PAGE_BYTES = 64 * 1024

const NOT_FOUND: Availability = {
  available: false,
  reason: 'No whisper.cpp server was found on this machine.',
  hint: 'Start whisper-server on its usual port, 8080.',
  envVar: null,
  problem: 'not-found',
}

const transcription = z.object({ text: z.string(), language: z.string().nullish() })

export interface WhisperServerOptions {
  /** without a slash at the end */
  readonly url: string
  readonly timeoutMs: number
}

/** Transcription by the server of whisper.cpp (https://github.com/ggml-org/whisper.cpp, examples/server): `POST /inference`. */
export function createWhisperServerStt({ url, timeoutMs }: WhisperServerOptions): SttProvider {
  const isThere = createServerCheck(url)
  return {
    ...WHISPER_SERVER,
    model: 'whisper.cpp',
    location: 'server',
    languages: undefined,
    // Without ffmpeg it reads no other formats; a server that was started with --convert does not announce
    // it.
    containers: ['wav', 'mp3'],
    availability: async () => ((await isThere()) ? AVAILABLE : NOT_FOUND),
    async transcribe(request, signal) {
      const target = { provider: WHISPER_SERVER, apiKey: undefined, baseUrl: url, timeoutMs }
      const { body } = await postContent(target, '/inference', formOf(request), signal)
      const text = await body.text().catch((error: unknown) => {
        throw failureOfConnection(WHISPER_SERVER, error, 'after-headers')
      })
      const parsed = transcription.safeParse(parseJson(text))
      if (!parsed.success)
        throw brokenProtocol(WHISPER_SERVER, 'the transcription is not what the protocol says')
      return {
        text: oneLine(parsed.data.text),
        language: languageCode(parsed.data.language ?? undefined),
        durationSeconds: undefined,
      }
    },
  }
}

const formOf = ({ audio, container, language, prompt }: SttRequest) =>
  multipart(
    {
      response_format: 'verbose_json',
      // Without it the server uses the language that it was started with, English.
      language: languageHint(language) ?? 'auto',
      prompt: prompt === '' ? undefined : prompt,
      // Otherwise it runs the encoder a second time for probabilities that are not used.
      no_language_probabilities: 'true',
    },
    { file: { name: `utterance.${container}`, bytes: audio } },
  )

/** Returns a function that resolves to whether the server is there. An older result is renewed in the background. */
function createServerCheck(url: string): () => Promise<boolean> {
  let isFound = false
  let checkedAt = -Infinity
  let checking: Promise<boolean> | undefined
  const check = () => {
    checking ??= hasItsPage(url).then((isServer) => {
      isFound = isServer
      checkedAt = Date.now()
      checking = undefined
      return isServer
    })
    return checking
  }
  return async () => {
    if (Date.now() - checkedAt < MAX_CHECK_AGE_MS) return isFound
    if (!isFound) return check()
    inBackground('whisper.cpp looked for', check())
    return true
  }
}

/**
 * Returns whether the page at `/` names whisper.cpp, because other servers use the same port. It is served
 * while a transcription runs.
 */
async function hasItsPage(url: string): Promise<boolean> {
  try {
    const page = await request(`${url}/`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })
    let text = ''
    for await (const chunk of page.body as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString('latin1')
      if (text.length > MAX_PAGE_BYTES) break
    }
    return page.statusCode === 200 && /whisper\.cpp server/i.test(text)
  } catch {
    return false
  }
}
