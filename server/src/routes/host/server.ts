import {
  prepareSpeech,
  rotatePassphrase,
  stopPreparingSpeech,
  updateHostLimits,
  updateHostPlans,
  updateNotice,
} from '@vee/contract/http/host'
import type { Host } from '#domain/host/index.ts'
import { json, route } from '../route.ts'

export const updateHostLimitsRoute = (host: Host) =>
  route(updateHostLimits, async ({ body, caller }) => json(await host.setLimits(body, caller)))

export const updateHostPlansRoute = (host: Host) =>
  route(updateHostPlans, async ({ body, caller }) => json(await host.setPlans(body, caller)))

export const rotatePassphraseRoute = (host: Host) =>
  route(rotatePassphrase, async ({ caller }) => json(await host.rotatePassphrase(caller), 201))

export const prepareSpeechRoute = (host: Host) =>
  route(prepareSpeech, async ({ body, caller }) => json(await host.prepareSpeech(body, caller)))

export const stopPreparingSpeechRoute = (host: Host) =>
  route(stopPreparingSpeech, async ({ body, caller }) => json(await host.stopPreparingSpeech(body, caller)))

export const updateNoticeRoute = (host: Host) =>
  route(updateNotice, async ({ body, caller }) => json({ notice: await host.setNotice(body.text, caller) }))
