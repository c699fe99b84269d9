import type { SpeechStatus } from '@vee/contract/http/system'
import { inHost } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Speech } from '../voice/speech/index.ts'
import type { HostAdmins } from './admins.ts'
import { recordHostAct } from './record.ts'

interface SpeechProviderChoice {
  readonly direction: 'hearing' | 'speaking'
  /** id of the provider */
  readonly provider: string
  /** BCP 47 */
  readonly language?: string | undefined
}

/** Throws FORBIDDEN for callers other than operators, and NOT_FOUND for a provider without downloads. */
export interface HostSpeechModels {
  prepareSpeech(choice: SpeechProviderChoice, caller: Caller): Promise<SpeechStatus>
  stopPreparingSpeech(choice: SpeechProviderChoice, caller: Caller): Promise<SpeechStatus>
}

export function createHostSpeechModels(
  database: Database,
  admins: HostAdmins,
  speech: Pick<Speech, 'preparable' | 'status'>,
  now: () => number,
): HostSpeechModels {
  function preparableOf({ direction, provider }: SpeechProviderChoice) {
    const preparable = speech.preparable(direction, provider)
    if (!preparable)
      throw new DomainError('NOT_FOUND', 'This server has no such provider with models to download.')
    return preparable
  }

  return {
    async prepareSpeech(choice, caller) {
      const host = await admins.only(caller)
      const preparable = preparableOf(choice)
      const missing = preparable.preparation(choice.language)
      if (missing && missing.state !== 'running') {
        await inHost(database, (transaction) =>
          recordHostAct(transaction, host, now(), {
            action: 'speech.model-fetched',
            target: missing.name,
          }),
        )
        preparable.prepare(choice.language, true)
      }
      return speech.status(choice.language)
    },
    async stopPreparingSpeech(choice, caller) {
      await admins.only(caller)
      preparableOf(choice).stopPreparing(choice.language)
      return speech.status(choice.language)
    },
  }
}
