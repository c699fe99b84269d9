/** Returns a size in whole megabytes (1,000,000 bytes), formatted for `language` (BCP 47). */
export const sizeText = (bytes: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }).format(
    bytes / 1_000_000,
  )
