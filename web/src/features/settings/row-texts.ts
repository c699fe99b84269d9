import { foldForSearch } from '@vee/contract/text/search-fold'
import type { Translate } from '#i18n/index.ts'
import { SECTIONS, type FieldId, type SettingsSection } from './sections.ts'

/** The texts of a row. */
export interface RowTexts {
  readonly label: string
  readonly hint?: string
  /** by value, for choices */
  readonly options: Readonly<Record<string, string>>
}

export function rowTexts(id: FieldId, t: Translate<'settings'>): RowTexts {
  return { options: {}, ...t.texts.fields[id] }
}

/** Returns the sections with the rows whose texts, or whose section's title, contain every search term. */
export function findRows(typed: string, t: Translate<'settings'>): readonly SettingsSection[] {
  const words = foldForSearch(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return SECTIONS
  return SECTIONS.map((section) => ({
    ...section,
    rows: section.rows.filter(({ id }) => {
      const { label, hint = '', options } = rowTexts(id, t)
      const about = foldForSearch(
        [t(`sections.${section.id}`), label, hint, ...Object.values(options)].join(' '),
      )
      return words.every((word) => about.includes(word))
    }),
  })).filter(({ rows }) => rows.length > 0)
}
