import { createLineSplitter } from '@vee/contract/stream/lines'
import { ApiError, networkError, isErrorCode } from '#lib/http/index.ts'
import type { SummaryWish } from './meeting-repository.ts'

interface ServerEvent {
  readonly type: string
  readonly [field: string]: unknown
}

export const bodyOf = ({ language, template }: SummaryWish) => ({
  stream: true,
  ...(language === '' ? {} : { language }),
  ...(template.trim() === '' ? {} : { template }),
})

/** Reads the progress events of a task up to its final event of this type. Rejects with an ApiError. */
export async function endOfWork(
  response: Response,
  type: 'meeting' | 'summary',
  onProgress: (done: number, total: number) => void,
): Promise<ServerEvent> {
  for await (const event of readEvents(response)) {
    if (event.type === 'progress') onProgress(Number(event['done']), Number(event['total']))
    else if (event.type === 'error') {
      const code = String(event['error'])
      throw new ApiError({
        status: 200,
        code: isErrorCode(code) ? code : 'INTERNAL',
        message: String(event['message']),
      })
    } else if (event.type === type) return event
  }
  throw networkError('UNREACHABLE')
}

/** Yields the events of a response, each a `data:` line of JSON; comments and invalid lines are skipped. */
async function* readEvents(response: Response): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const lines = createLineSplitter()
  for (let result = await reader?.read(); result?.value !== undefined; result = await reader?.read()) {
    for (const line of lines.push(decoder.decode(result.value, { stream: true }))) {
      const event = line.startsWith('data:') ? parseEvent(line.slice('data:'.length)) : undefined
      if (event) yield event
    }
  }
}

function parseEvent(json: string): ServerEvent | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && 'type' in value ? (value as ServerEvent) : undefined
  } catch {
    return undefined
  }
}
