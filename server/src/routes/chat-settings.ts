import { postDetectLanguage, postPersona } from '@vee/contract/http/chat-settings'
import type { LanguageDetection } from '#domain/languages/index.ts'
import type { Personas } from '#domain/agents/personas/index.ts'
import { json, route, type Route } from '#serving/route.ts'

interface ChatSettingRoutesDependencies {
  readonly personas: Personas
  readonly languages: LanguageDetection
}

export const chatSettingRoutes = ({
  personas,
  languages,
}: ChatSettingRoutesDependencies): readonly Route[] => [
  route(postPersona, async ({ body, caller }) =>
    json({ persona: await personas.set(caller, body, body.personaOverride) }),
  ),
  route(postDetectLanguage, async ({ body }) => json(await languages.detect(body.messages))),
]
