import { DomainError } from '../errors/domain-error.ts'

const RETRY_AFTER_SECONDS = 5

/** STORAGE_UNAVAILABLE: files cannot be stored or read now; what is stored is not affected. */
export class StorageUnavailable extends DomainError {
  /** the reason in one sentence, for the host; callers do not see it */
  readonly reason: string

  constructor(reason: string, cause?: unknown) {
    super(
      'STORAGE_UNAVAILABLE',
      'Files cannot be stored or read at the moment. Nothing is lost; try again.',
      {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause,
      },
    )
    this.reason = reason
  }
}
