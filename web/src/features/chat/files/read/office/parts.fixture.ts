import { strToU8, zipSync } from 'fflate'
import type { OfficeLabels } from './office-section.ts'

export const LABELS: OfficeLabels = { hidden: 'hidden', comments: 'Comments', notes: 'Notes' }

export type Parts = Readonly<Record<string, string>>

export const zipped = (parts: Parts): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Returns a part with relationships. `targets`: id → type and target */
export const relationships = (
  targets: Readonly<Record<string, readonly [type: string, target: string]>>,
): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(
    targets,
  )
    .map(([id, [type, target]]) => `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** A package whose main part is `main`. */
export const packaged = (main: string, parts: Parts): Uint8Array =>
  zipped({ '_rels/.rels': relationships({ rId1: ['officeDocument', `/${main}`] }), ...parts })
