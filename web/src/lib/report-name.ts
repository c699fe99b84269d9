interface ReportWords {
  readonly language: string
  /** of what nobody knows any more */
  readonly unknown: string
  /** for keys that are words of ours, by what the report is grouped by */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** What a row of a report is called: a day as people write it, a word of ours in their language, else its key. */
export function reportName(groupBy: string, key: string, { language, unknown, words }: ReportWords): string {
  if (key === '') return unknown
  if (groupBy !== 'day') return words[groupBy]?.[key] ?? key
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(key))
}

/** US dollars, with the fractions of a cent that single replies cost. */
export const moneyIn = (language: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
