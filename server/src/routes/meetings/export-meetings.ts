import { exportMeetings } from '@vee/contract/http/meetings'
import { renderMeetingExport as write, type Meetings } from '#domain/meetings/index.ts'
import { bytes, route } from '../route.ts'

export const exportMeetingsRoute = (meetings: Meetings) =>
  route(exportMeetings, async ({ query: { format, archived, shared, ...choice }, caller, locale }) => {
    const chosen = {
      ...choice,
      archived: archived === undefined ? undefined : archived === 'true',
      isShared: shared === 'true',
    }
    const { fileName, contentType, text } = write(meetings.each(chosen, caller), format, locale)
    return bytes(encoded(text), {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
    })
  })

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of text) yield encoder.encode(piece)
}
