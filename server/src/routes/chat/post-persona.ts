import { postPersona } from '@vee/contract/http/chat-settings'
import type { Personas } from '#domain/personas/index.ts'
import { json, route } from '../route.ts'

export const postPersonaRoute = (personas: Personas) =>
  route(postPersona, async ({ body, caller }) =>
    json({ persona: await personas.set(caller, body, body.personaOverride) }),
  )
