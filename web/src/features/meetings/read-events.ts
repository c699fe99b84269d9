interface ServerEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** The events of an answer, each a `data:` line of JSON; comments and what is broken are passed over. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = line.startsWith('data:') ? parsed(line.slice('data:'.length)) : undefined
      if (event) yield event
    }
  }
}

function parsed(json: string): ServerEvent | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && 'type' in value ? (value as ServerEvent) : undefined
  } catch {
    return undefined
  }
}
