import { postDetectLanguage } from '@vee/contract/http/chat-settings'
import type { LanguageDetection } from '#domain/languages/index.ts'
import { json, route } from '../route.ts'

export const postDetectLanguageRoute = (languages: LanguageDetection) =>
  route(postDetectLanguage, async ({ body }) => json(await languages.detect(body.messages)))
