import { getSpeechStatus } from '@vee/contract/http/system'
import type { Speech } from '#domain/speech/index.ts'
import { json, route } from '../route.ts'

export const speechStatusRoute = (speech: Pick<Speech, 'status'>) =>
  route(getSpeechStatus, async ({ query }) => json(await speech.status(query.language)))
