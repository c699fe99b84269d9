import { getSttStats } from '@vee/contract/http/speech'
import type { Speech } from '#domain/speech/index.ts'
import { json, route } from '../route.ts'

export const getSttStatsRoute = (speech: Speech) =>
  route(getSttStats, ({ caller }) => json({ credits: speech.credits(caller) }))
