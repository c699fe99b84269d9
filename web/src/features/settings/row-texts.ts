import { foldForSearch } from '@vee/contract/text/search-fold'
import type { Translate } from '#i18n/index.ts'
import { allRows, SECTIONS, type FieldId, type Row, type SectionId } from './sections.ts'

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

/** The result of a search. */
export interface FoundSettings {
  /** sections, and `server` for the pages of the server, whose title or synonyms match */
  readonly pages: readonly (SectionId | 'server')[]
  /** matching rows by section */
  readonly rows: readonly { readonly id: SectionId; readonly rows: readonly Row[] }[]
}

/**
 * Finds pages by title and synonyms, and rows by texts, options and synonyms; each must contain every search term.
 * `pages` are those that this user has. Undefined without a search term.
 */
export function findSettings(
  typed: string,
  t: Translate<'settings'>,
  pages: readonly (SectionId | 'server')[],
): FoundSettings | undefined {
  const words = foldForSearch(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return undefined
  const matches = (texts: readonly string[]) => {
    const about = foldForSearch(texts.join(' '))
    return words.every((word) => about.includes(word))
  }
  const synonyms: Readonly<Record<string, string>> = t.texts.synonyms
  const rows = SECTIONS.map((section) => ({
    id: section.id,
    rows: allRows(section).filter(({ id }) => {
      const { label, hint = '', options } = rowTexts(id, t)
      return matches([label, hint, ...Object.values(options), synonyms[id] ?? ''])
    }),
  }))
  return {
    pages: pages.filter((id) => matches([pageTitle(id, t), synonyms[id] ?? ''])),
    rows: rows.filter((section) => section.rows.length > 0),
  }
}

export const pageTitle = (id: SectionId | 'server', t: Translate<'settings'>): string =>
  id === 'server' ? t('server') : t(`sections.${id}`)
