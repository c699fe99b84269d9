interface ReportWords {
  readonly language: string
  /** label for deleted or unknown entries */
  readonly unknown: string
  /** labels of fixed keys, by the report's grouping */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Returns the label of a report row: a formatted day, a translated fixed key, otherwise the key itself. */
export function reportName(groupBy: string, key: string, { language, unknown, words }: ReportWords): string {
  if (key === '') return unknown
  if (groupBy !== 'day') return words[groupBy]?.[key] ?? key
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(key))
}

/** Returns a formatter for US dollars, with the fractions of a cent that single replies cost. */
export const moneyIn = (language: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
