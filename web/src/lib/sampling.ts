import type { Sampling } from '@vee/contract/entities/sampling'
import {
  SAMPLING_LIMITS,
  SAMPLING_OPTIONS,
  type SamplingOption,
} from '@vee/contract/entities/sampling-limits'

/** The names of sampling parameters in the APIs of vendors, which are the same in every language. */
export const SAMPLING_NAMES: Readonly<Record<SamplingOption, string>> = {
  temperature: 'temperature',
  topP: 'top_p',
  maxOutputTokens: 'max_tokens',
}

/** Returns typed parameters, or the first one that is no number within its limits. Empty: the model's default. */
export function readSampling(typed: (option: SamplingOption) => string): Sampling | SamplingOption {
  const read: Sampling = { temperature: null, topP: null, maxOutputTokens: null }
  for (const option of SAMPLING_OPTIONS) {
    const text = typed(option).trim().replace(',', '.')
    if (text === '') continue
    const { least, most } = SAMPLING_LIMITS[option]
    const value = Number(text)
    const isWhole = option !== 'maxOutputTokens' || Number.isInteger(value)
    if (!(value >= least && value <= most) || !isWhole) return option
    read[option] = value
  }
  return read
}
