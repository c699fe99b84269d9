import {
  deleteMeetingSound,
  getMeetingSound,
  listMeetingSound,
  postMeetingSound,
} from '@vee/contract/http/meeting-sound'
import type { MeetingSound } from '#domain/meetings/index.ts'
import { bytes, empty, json, type Route, route } from '../route.ts'

export const meetingSoundRoutes = (sound: MeetingSound): readonly Route[] => [
  route(postMeetingSound, async ({ params, file, body, caller }) => {
    await sound.store(params.id, file.stream, body, caller)
    return empty()
  }),
  route(listMeetingSound, async ({ params, caller }) =>
    json({ pieces: await sound.list(params.id, caller) }),
  ),
  route(getMeetingSound, async ({ params, caller }) => {
    const wav = await sound.read(params.id, params.pieceId, caller)
    return bytes(once(wav), { 'content-type': 'audio/wav', 'content-length': String(wav.length) })
  }),
  route(deleteMeetingSound, async ({ params, caller }) => {
    await sound.remove(params.id, caller)
    return empty()
  }),
]

async function* once(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part
}
