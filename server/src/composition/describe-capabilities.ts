import type { SpeechProvider } from '@vee/contract/http/system'
import type { Speech } from '#domain/speech/index.ts'
import type { LlmRegistry } from '#providers/registry.ts'

/** Returns the available models and speech engines, one line each, for the output at start. */
export async function describeCapabilities(
  models: Pick<LlmRegistry, 'availability'>,
  speech: Pick<Speech, 'status'>,
): Promise<readonly string[]> {
  const providers = await models.availability()
  const thinking = Object.keys(providers).filter((id) => providers[id]?.available)
  const { hearing, speaking } = await speech.status(undefined)
  return [
    `  Thinks: ${thinking.join(', ') || 'nothing yet'}`,
    `  Hears:  ${namesOf(hearing) || 'what browsers transcribe themselves'}`,
    `  Speaks: ${namesOf(speaking) || 'with the voices of browsers'}`,
  ]
}

const namesOf = (providers: readonly SpeechProvider[]): string =>
  providers
    .filter(({ available }) => available)
    .map(({ name, location, preparation }) => {
      const place = location === 'server' ? 'on this server' : 'at a vendor'
      return preparation
        ? `${preparation.name} (${place}; ${Math.round(preparation.bytesTotal / 1e6)} MB are fetched at the first spoken message)`
        : `${name} (${place})`
    })
    .join(', ')
