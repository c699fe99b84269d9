import type { Plan } from '@vee/contract/http/plans'

/**
 * The plans, in the order in which they are shown: the one place where prices and allowances stand.
 *
 * PLACEHOLDERS: the specification shows neither prices nor numbers of tokens. Whoever hosts Vee for money puts theirs
 * here and takes `isPlaceholder` off.
 */
export const PLANS: readonly Omit<Plan, 'highlights' | 'isForSale'>[] = [
  {
    id: 'free',
    name: 'Free',
    pricePerMonth: 0,
    dailyTokens: { primary: 20_000, secondary: 200_000 },
    dailySpeechUsd: 0.1,
    mostPopular: false,
    ownKeyAfterAllowance: false,
    isPlaceholder: true,
  },
  {
    id: 'basic',
    name: 'Basic',
    pricePerMonth: 9,
    dailyTokens: { primary: 100_000, secondary: 1_000_000 },
    dailySpeechUsd: 0.5,
    mostPopular: false,
    ownKeyAfterAllowance: false,
    isPlaceholder: true,
  },
  {
    id: 'creator',
    name: 'Creator',
    pricePerMonth: 29,
    dailyTokens: { primary: 400_000, secondary: 4_000_000 },
    dailySpeechUsd: 2,
    mostPopular: true,
    ownKeyAfterAllowance: true,
    isPlaceholder: true,
  },
  {
    id: 'organization',
    name: 'Organization',
    pricePerMonth: 99,
    dailyTokens: { primary: 2_000_000, secondary: 20_000_000 },
    dailySpeechUsd: 10,
    mostPopular: false,
    ownKeyAfterAllowance: true,
    seats: 5,
    isPlaceholder: true,
  },
]

/** US dollars of speech a day for all visitors of an address: a placeholder too. */
export const DEMO_SPEECH_USD_PER_DAY = 0.25
