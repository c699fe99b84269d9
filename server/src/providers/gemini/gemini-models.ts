import { chatModelsOf } from '../wire/model-list.ts'
import type { ModelCapabilities } from '../llm/model-capabilities.ts'

/** The fields of a model in `GET /v1beta/models` that are read. */
interface ListedModel {
  readonly name?: unknown
  readonly supportedGenerationMethods?: unknown
  readonly inputTokenLimit?: unknown
  readonly outputTokenLimit?: unknown
  readonly thinking?: unknown
}

/** Models that reply with speech, images or actions on a screen, and agents of another API. */
const OTHER_MODALITY = /-tts|-live|-audio|banana|robotics|computer-use|deep-research|lyria|veo/

/** Returns the ids of the models that generate text; undefined if the response is not a list of models. */
export function modelsIn(body: unknown): readonly string[] | undefined {
  const listed = listIn(body)
  return listed && chatModelsOf(listed.map(({ id }) => id)).filter((id) => !OTHER_MODALITY.test(id))
}

/** Returns the sizes of the models of a list. */
export function capabilitiesIn(body: unknown): ReadonlyMap<string, Partial<ModelCapabilities>> {
  return new Map(
    (listIn(body) ?? []).map(({ id, model }) => [
      id,
      {
        ...(isSize(model.inputTokenLimit) && { contextTokens: model.inputTokenLimit }),
        ...(isSize(model.outputTokenLimit) && { outputTokens: model.outputTokenLimit }),
        ...(typeof model.thinking === 'boolean' && { canReason: model.thinking }),
      },
    ]),
  )
}

/** Returns the token of the next page; undefined on the last one. */
export function nextPageIn(body: unknown): string | undefined {
  const { nextPageToken } = (body ?? {}) as { readonly nextPageToken?: unknown }
  return typeof nextPageToken === 'string' && nextPageToken !== '' ? nextPageToken : undefined
}

function listIn(body: unknown) {
  const { models } = (body ?? {}) as { readonly models?: unknown }
  if (!Array.isArray(models)) return undefined
  return (models as readonly (ListedModel | null)[]).flatMap((model) => {
    const { name, supportedGenerationMethods: methods } = model ?? {}
    const isChat = Array.isArray(methods) && methods.includes('generateContent')
    return model && isChat && typeof name === 'string' ? [{ id: name.replace(/^models\//, ''), model }] : []
  })
}

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
