import { getMeetingSettings } from '@vee/contract/http/meetings'
import { json, route } from '../route.ts'

export const getMeetingSettingsRoute = (consentText: string | undefined, soundDays: number) =>
  route(getMeetingSettings, () => json({ consentText: consentText ?? null, soundDays }))
