import {
  commentLines,
  joinParts,
  joinLines,
  type OfficeLabels,
  type ReviewComment,
} from './office/office-section.ts'
import { tidy } from './xml-text.ts'

/** Encodings of the characters of a font, by its `\fcharset` (Rich Text Format 1.9.1, "Font Table"). */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  130: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}
/** Encodings by the numbers of code pages (`\ansicpg`); the other ones of Windows are `windows-` with the number. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
}
const codePage = (number: number): string =>
  CODE_PAGES[number] ??
  (number === 874 || (number >= 1250 && number <= 1258) ? `windows-${number}` : 'windows-1252')

/** Destinations that are no text of the document. Others that begin with `\*` are skipped too. */
const SKIPPED: ReadonlySet<string> = new Set(
  (
    'colortbl stylesheet info pict objdata nonshppict shprslt sp fldinst datafield bkmkstart bkmkend header headerl ' +
    'headerr headerf footer footerl footerr footerf listtable listoverridetable revtbl rsidtbl filetbl ' +
    'themedata colorschememapping latentstyles datastore xmlnstbl mmathPr generator atnid atntime atndate ' +
    'atnref atnicn atrfstart atrfend ftnsep ftnsepc aftnsep aftnsepc'
  ).split(' '),
)
/** Destinations that begin with `\*` and contain text, or a part with text. */
const STARRED: ReadonlySet<string> = new Set(['shpinst', 'annotation', 'atnauthor', 'shppict'])
const SYMBOLS: Readonly<Record<string, string | undefined>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  nestrow: '\n',
  tab: '\t',
  cell: '\t',
  nestcell: ' ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  // One-character control symbols.
  '~': '\u00A0',
  _: '\u2011',
  '\\': '\\',
  '{': '{',
  '}': '}',
  '\n': '\n',
  '\r': '\n',
}

/** What a group (`{…}`) changes until it ends. */
interface Group {
  isSkipped: boolean
  isDeleted: boolean
  isHidden: boolean
  isInTable: boolean
  font: number
  /** characters that follow one of Unicode for programs which do not know it */
  fallbacks: number
  destination: 'text' | 'fonts' | 'footnote' | 'annotation' | 'atnauthor'
  /** the destination began in this group, so that it ends with it */
  isFirst: boolean
}

const TOKEN = /\\(?:([a-z]+)(-?\d{1,10})? ?|'([0-9a-f]{2})|([^a-z']))|([{}])|([^\\{}]+)/giy

/** Returns the text of a document in Rich Text Format as it is shown, with its footnotes and comments below. Linear in time. */
export function rtfText(bytes: Uint8Array, labels: OfficeLabels): string {
  return new RtfText().read(new TextDecoder('windows-1252').decode(bytes), bytes, labels)
}

class RtfText {
  readonly #fonts = new Map<number, string>()
  readonly #groups: Group[] = []
  readonly #notes: string[] = []
  readonly #comments: ReviewComment[] = []
  #encoding = 'windows-1252'
  #group: Group = {
    isSkipped: false,
    isDeleted: false,
    isHidden: false,
    isInTable: false,
    font: -1,
    fallbacks: 1,
    destination: 'text',
    isFirst: false,
  }
  #text = ''
  /** text of the note or comment that is being read */
  #aside = ''
  #author = ''
  /** characters of the current font that wait for the rest of a character of several bytes */
  #bytes: number[] = []
  #toSkip = 0
  #isStarred = false

  read(source: string, bytes: Uint8Array, labels: OfficeLabels): string {
    let offset = 0
    while (offset < source.length) {
      TOKEN.lastIndex = offset
      const match = TOKEN.exec(source)
      if (!match) break
      const [token, word, number, hex, symbol, brace, plain] = match
      if (plain !== undefined) this.#addPlain(bytes.subarray(offset, offset + plain.length))
      else if (brace !== undefined) this.#readBrace(brace)
      else if (hex !== undefined) this.#addByte(Number.parseInt(hex, 16))
      else if (word === undefined) this.#readSymbol(symbol ?? '')
      else this.#readControlWord(word, number === undefined ? undefined : Number(number))
      offset += token.length
      // Binary data, which is counted, follows.
      if (word === 'bin') offset += Math.max(0, Number(number ?? 0))
    }
    this.#flush()
    const notes = this.#notes.map((note, index) => `[${index + 1}] ${note}`).join('\n')
    return joinParts(tidy(this.#text), notes, commentLines(this.#comments, labels))
  }

  #readBrace(brace: string): void {
    this.#flush()
    this.#toSkip = 0
    this.#isStarred = false
    if (brace === '{') {
      this.#groups.push(this.#group)
      this.#group = { ...this.#group, isFirst: false }
      return
    }
    const { destination, isFirst, isSkipped } = this.#group
    this.#group = this.#groups.pop() ?? this.#group
    if (!isFirst || isSkipped) return
    const text = joinLines(this.#aside)
    if (destination === 'footnote') {
      this.#notes.push(text)
      this.#text += `[${this.#notes.length}]`
    } else if (destination === 'annotation') {
      this.#comments.push({ author: this.#author, subject: '', text })
      this.#author = ''
    } else if (destination === 'atnauthor') this.#author = text
    this.#aside = ''
  }

  #readSymbol(symbol: string): void {
    if (symbol === '*') this.#isStarred = true
    else this.#write(SYMBOLS[symbol] ?? '')
  }

  #readControlWord(word: string, number: number | undefined): void {
    if (word === 'u') {
      this.#flush()
      const code = number ?? 0
      this.#add(String.fromCharCode(code < 0 ? code + 65_536 : code))
      this.#toSkip = this.#group.fallbacks
      return
    }
    const isStarred = this.#isStarred
    this.#isStarred = false
    if (this.#setDestination(word, isStarred)) return
    const symbol = SYMBOLS[word]
    if (symbol !== undefined) {
      this.#write(symbol === '\n' && word === 'par' && this.#group.isInTable ? ' ' : symbol)
      return
    }
    this.#setProperty(word, number)
  }

  #setDestination(word: string, isStarred: boolean): boolean {
    if (SKIPPED.has(word) || (isStarred && !STARRED.has(word))) {
      this.#flush()
      this.#group.isSkipped = true
      return true
    }
    if (word === 'fonttbl') this.#group.destination = 'fonts'
    else if (word === 'footnote' || word === 'annotation' || word === 'atnauthor') {
      this.#flush()
      this.#aside = ''
      this.#group.destination = word
      this.#group.isFirst = true
    } else return false
    return true
  }

  #setProperty(word: string, number: number | undefined): void {
    const group = this.#group
    this.#flush()
    const isOn = number !== 0
    switch (word) {
      case 'ansicpg':
        this.#encoding = codePage(number ?? 1252)
        break
      case 'mac':
        this.#encoding = 'macintosh'
        break
      case 'f':
        group.font = number ?? -1
        break
      case 'fcharset':
        if (group.destination === 'fonts') this.#fonts.set(group.font, CHARSETS[number ?? 0] ?? '')
        break
      case 'uc':
        group.fallbacks = Math.min(Math.max(0, number ?? 1), 10)
        break
      case 'deleted':
        group.isDeleted = isOn
        break
      case 'v':
        group.isHidden = isOn
        break
      case 'plain':
        group.isHidden = false
        group.isDeleted = false
        break
      case 'intbl':
        group.isInTable = true
        break
      case 'pard':
        group.isInTable = false
        break
      default:
    }
  }

  /** Adds text between control words; line ends in the file are none of the document. */
  #addPlain(bytes: Uint8Array): void {
    for (const byte of bytes) if (byte !== 10 && byte !== 13) this.#addByte(byte)
  }

  #addByte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--
    else this.#bytes.push(byte)
  }

  #write(text: string): void {
    this.#flush()
    if (this.#toSkip > 0) this.#toSkip--
    else this.#add(text)
  }

  /** Decodes the characters so far: those of several bytes may consist of codes and of letters. */
  #flush(): void {
    if (this.#bytes.length === 0) return
    const encoding = this.#fonts.get(this.#group.font)
    const decoder = new TextDecoder(encoding === undefined || encoding === '' ? this.#encoding : encoding)
    const text = decoder.decode(Uint8Array.from(this.#bytes))
    this.#bytes = []
    this.#add(text)
  }

  #add(text: string): void {
    const { isSkipped, isDeleted, isHidden, destination } = this.#group
    if (isSkipped || isDeleted || isHidden || destination === 'fonts') return
    if (destination === 'text') this.#text += text
    else this.#aside += text
  }
}
