import { chatgpt } from './chatgpt.ts'
import { claude } from './claude.ts'
import { gemini } from './gemini.ts'
import type { ImportedExtras } from '../imported.ts'
import { librechat } from './librechat.ts'
import { lobehub } from './lobehub.ts'
import { nextchat } from './nextchat.ts'
import { openWebui } from './open-webui.ts'
import { veeExport } from './vee.ts'
import type { SourceFormat } from './source-format.ts'

/** All formats; the first one that recognizes a conversation reads it. */
const SOURCE_FORMATS: readonly SourceFormat[] = [
  chatgpt,
  claude,
  openWebui,
  librechat,
  lobehub,
  nextchat,
  gemini,
  veeExport,
]

/** Returns what a value of a JSON file contains beside a conversation. */
export const extrasOf = (value: unknown): readonly ImportedExtras[] =>
  SOURCE_FORMATS.flatMap((format) => format.extras?.(value) ?? [])

export const formatOf = (value: unknown): SourceFormat | undefined =>
  SOURCE_FORMATS.find((format) => format.recognizes(value))
