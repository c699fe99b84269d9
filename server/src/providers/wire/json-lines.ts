import type { Exchange } from './post.ts'
import { brokenProtocol, type ProviderName } from './failures.ts'
import { parseJson } from './event-stream.ts'

/** Longest line that is read, in UTF-16 code units: seconds of audio. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024

/**
 * Yields the JSON of each line of a response that is audio within JSON; of server-sent events, the JSON of their data.
 * Throws ProviderFailure for a line that is too long, and the errors of the connection. Other lines are ignored.
 */
export async function* jsonLines(
  provider: ProviderName,
  body: Exchange['body'],
): AsyncGenerator<unknown, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const packet of body as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(packet, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_LENGTH) throw brokenProtocol(provider, 'a line of the response is too long')
    for (const line of lines) {
      const value = valueOf(line)
      if (value !== undefined) yield value
    }
  }
  const last = valueOf(rest)
  if (last !== undefined) yield last
}

function valueOf(line: string): unknown {
  const data = line.startsWith('data:') ? line.slice('data:'.length) : line
  return data.trimStart().startsWith('{') ? parseJson(data) : undefined
}
