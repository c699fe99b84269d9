import { withExpectedTerms } from '@vee/contract/spoken/expected-terms'
import { reportBackgroundFailure } from '#lib/background.ts'
import type { Caller } from '../../accounts/index.ts'
import type { TeamTerms } from './ports.ts'

/** Returns the caller's words to expect with the names of their team. Without the names if they cannot be read. */
export async function promptFor(
  teamTerms: TeamTerms,
  prompt: string | undefined,
  caller: Caller,
): Promise<string | undefined> {
  try {
    return withExpectedTerms(prompt ?? '', await teamTerms(caller)) || undefined
  } catch (error) {
    reportBackgroundFailure('terms of a team', error)
    return prompt
  }
}
