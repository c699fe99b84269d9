import type {
  deleteMeetingSound,
  getMeetingSound,
  listMeetingSound,
  postMeetingSound,
  SoundPiece,
} from '@vee/contract/http/meetings/meeting-sound'
import type { Api } from '#lib/http/index.ts'
import type { StoredSegment } from '#voice/meeting-recording/stored-segment.ts'

/** The audio of meetings stored on the server. All methods reject with ApiError. */
export interface ServerSound {
  upload(segment: StoredSegment): Promise<void>
  list(meetingId: string): Promise<readonly SoundPiece[]>
  read(meetingId: string, pieceId: string): Promise<Blob>
  remove(meetingId: string): Promise<void>
}

export function createServerSound(api: Api): ServerSound {
  return {
    async upload({ id, meetingId, track, start, end, audio }) {
      const body = new FormData()
      body.set('pieceId', id)
      body.set('track', track)
      body.set('start', String(start))
      body.set('end', String(end))
      body.set('audio', audio, 'piece.wav')
      const params = { id: meetingId }
      await api.json<typeof postMeetingSound>('POST', '/meetings/{id}/sound', { params, body })
    },
    async list(id) {
      return (await api.json<typeof listMeetingSound>('GET', '/meetings/{id}/sound', { params: { id } }))
        .pieces
    },
    async read(id, pieceId) {
      const params = { id, pieceId }
      return (
        await api.send<typeof getMeetingSound>('GET', '/meetings/{id}/sound/{pieceId}', { params })
      ).blob()
    },
    async remove(id) {
      await api.json<typeof deleteMeetingSound>('DELETE', '/meetings/{id}/sound', { params: { id } })
    },
  }
}
