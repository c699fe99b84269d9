// The letters of fonts of symbols, as Word stores them: codes of the font, in the private area from U+F000 on.

const GREEK = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'
const GREEK_SMALL = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'
const SYMBOL: Readonly<Record<number, string>> = {
  0xa3: '≤',
  0xa5: '∞',
  0xab: '↔',
  0xac: '←',
  0xad: '↑',
  0xae: '→',
  0xaf: '↓',
  0xb0: '°',
  0xb1: '±',
  0xb3: '≥',
  0xb4: '×',
  0xb7: '•',
  0xb8: '÷',
  0xb9: '≠',
  0xba: '≡',
  0xbb: '≈',
  0xbc: '…',
  0xd2: '®',
  0xd3: '©',
  0xd4: '™',
  0xd6: '√',
  0xde: '⇒',
  0xe5: '∑',
  0xf2: '∫',
}
const WINGDINGS: Readonly<Record<number, string>> = {
  0x28: '☎',
  0x2a: '✉',
  0x4a: '☺',
  0x4c: '☹',
  0x6c: '●',
  0x6e: '■',
  0x6f: '☐',
  0x71: '❑',
  0x76: '❖',
  0xa7: '▪',
  0xa8: '☐',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe8: '➔',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
}

/** Returns the character of a symbol; an unknown one of a font of symbols is a bullet. `code`: in hex */
export function symbolText(font: string, code: string): string {
  const number = Number.parseInt(code, 16)
  if (!(number > 0 && number <= 0x10_ffff)) return ''
  const isPrivate = number >= 0xf000 && number <= 0xf0ff
  const own = isPrivate ? number - 0xf000 : number
  if (/^wingdings|^webdings/i.test(font)) return WINGDINGS[own] ?? '•'
  if (/^symbol/i.test(font)) {
    if (own >= 65 && own <= 90) return GREEK.charAt(own - 65)
    if (own >= 97 && own <= 122) return GREEK_SMALL.charAt(own - 97)
    return SYMBOL[own] ?? (own < 0x7f ? String.fromCharCode(own) : '•')
  }
  return isPrivate ? '•' : String.fromCodePoint(number)
}
