import { listVoices } from '@vee/contract/http/speech'
import type { Speech } from '#domain/speech/index.ts'
import { json, route } from '../route.ts'

export const listVoicesRoute = (speech: Speech) => route(listVoices, async () => json(await speech.voices()))
