/** What an encoding is for, as the language or the script of its texts. */
type Use = { readonly language: string } | { readonly script: string }

/** Encodings that a text may have, by their names in the Encoding Standard. */
const ENCODINGS: Readonly<Record<string, Use | undefined>> = {
  'utf-8': undefined,
  'utf-16le': undefined,
  'utf-16be': undefined,
  'windows-1252': { script: 'Latn' },
  macintosh: { script: 'Latn' },
  'windows-1250': { language: 'pl' },
  'iso-8859-2': { language: 'pl' },
  'windows-1254': { language: 'tr' },
  'windows-1257': { language: 'lt' },
  'iso-8859-13': { language: 'lt' },
  'windows-1258': { language: 'vi' },
  'windows-1251': { script: 'Cyrl' },
  'koi8-r': { language: 'ru' },
  'koi8-u': { language: 'uk' },
  ibm866: { script: 'Cyrl' },
  'iso-8859-5': { script: 'Cyrl' },
  'windows-1253': { language: 'el' },
  'iso-8859-7': { language: 'el' },
  'windows-1255': { language: 'he' },
  'iso-8859-8': { language: 'he' },
  'windows-1256': { language: 'ar' },
  'iso-8859-6': { language: 'ar' },
  'windows-874': { language: 'th' },
  gb18030: { language: 'zh-Hans' },
  big5: { language: 'zh-Hant' },
  shift_jis: { language: 'ja' },
  'euc-jp': { language: 'ja' },
  'iso-2022-jp': { language: 'ja' },
  'euc-kr': { language: 'ko' },
}

/** Returns the encodings with their names in a language, such as `Japanese (Shift_JIS)`; also `taken`, if it is another one. */
export function encodingOptions(
  language: string,
  taken: string,
): readonly { readonly value: string; readonly label: string }[] {
  const languages = new Intl.DisplayNames([language], { type: 'language' })
  const scripts = new Intl.DisplayNames([language], { type: 'script' })
  const nameOf = (use: Use | undefined) =>
    use === undefined ? 'Unicode' : 'language' in use ? languages.of(use.language) : scripts.of(use.script)
  const options = Object.entries(ENCODINGS).map(([value, use]) => ({
    value,
    label: `${nameOf(use) ?? ''} (${technicalName(value)})`,
  }))
  return Object.hasOwn(ENCODINGS, taken)
    ? options
    : [{ value: taken, label: technicalName(taken) }, ...options]
}

/** Returns the name of an encoding as programs write it. */
export const technicalName = (encoding: string): string =>
  encoding === 'shift_jis'
    ? 'Shift_JIS'
    : /^(?:windows|macintosh)/.test(encoding)
      ? encoding.charAt(0).toUpperCase() + encoding.slice(1)
      : encoding.toUpperCase()
