import { postStt } from '@vee/contract/http/speech'
import type { Speech } from '#domain/speech/index.ts'
import { json, route } from '../route.ts'

export const postSttRoute = (speech: Speech) =>
  route(postStt, async ({ file, body, caller, ownKeys, signal }) =>
    json(await speech.transcribe(file.stream, body, { caller, ownKeys }, signal)),
  )
