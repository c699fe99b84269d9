import type { LazyLive } from '#voice/index.ts'

/**
 * Returns the audio of a text: from the socket if the server already speaks it, otherwise from the endpoint.
 * If the socket fails, the endpoint continues with the remaining audio.
 */
export async function speechOver(
  live: Pick<LazyLive, 'say'>,
  text: string,
  signal: AbortSignal,
  call: () => Promise<Response>,
): Promise<Response> {
  const sound = await live.say({ text }, signal)
  if (!sound) return await call()
  const bytes = goOn()
  return new Response(
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { done, value } = await bytes.next()
        if (done === true) controller.close()
        else controller.enqueue(value as Uint8Array<ArrayBuffer>)
      },
      cancel: async () => void (await bytes.return()),
    }),
  )

  async function* goOn(): AsyncGenerator<Uint8Array, void, undefined> {
    let received = 0
    for await (const part of sound?.bytes ?? []) {
      received += part.length
      yield part
    }
    if (sound?.isWhole() === true || signal.aborted) return
    yield* behind(received, await call())
  }
}

/** Yields the bytes of a response after an offset. */
async function* behind(start: number, { body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader()
  let at = 0
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const from = Math.max(0, start - at)
    at += next.value.length
    if (from < next.value.length) yield next.value.subarray(from)
  }
}
