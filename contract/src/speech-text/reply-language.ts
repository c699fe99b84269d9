/** Frequent words that occur in one of these languages only. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the and is are was were you your with this that these have has from what which would there they will not of to it be can',
  de: 'der die das und ist nicht ein eine einen einer dem den mit für auf auch sich wird werden wir ich sind oder wie bei zum zur kostet heißt',
  fr: 'le les des est et une dans pour vous nous avec qui pas sont cette ces au aux du je elle leur où coûte',
  es: 'el los las y está están pero más muy usted hay también puede tiene donde cuando cuesta eso esto',
  it: 'il gli di è sono della delle dello degli nel nella anche più questo questa perché che costa',
  pt: 'os não uma é você vocês com também são dos pelo pela isso um em muito custa',
}

const LANGUAGE_OF = new Map(
  Object.entries(WORDS).flatMap(([language, words]) => words.split(' ').map((word) => [word, language])),
)

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HANGUL = /\p{Script=Hangul}/u
const HAN = /\p{Script=Han}/u
const WORD_PART = /[\p{L}\p{M}'’]/u

/**
 * The language of a text while it is read, by its script and its most frequent words: a reply may be written in another
 * language than the interface. Depends on the text so far only, not on how it arrives.
 */
export class ReplyLanguage {
  readonly #expected: string
  readonly #counts = new Map<string, number>()
  #word = ''

  /** @param expected BCP 47; the language of a text without any known word */
  constructor(expected: string) {
    this.#expected = expected
  }

  read(text: string): void {
    for (const character of text) this.#readCharacter(character)
  }

  /** BCP 47; the expected tag if the text is in its language */
  get tag(): string {
    const expected = primaryOf(this.#expected)
    let [best, most] = [expected, this.#counts.get(expected) ?? 0]
    for (const [language, count] of this.#counts) if (count > most) [best, most] = [language, count]
    return best === expected ? this.#expected : best
  }

  #readCharacter(character: string): void {
    if (KANA.test(character)) return this.#count('ja')
    if (HANGUL.test(character)) return this.#count('ko')
    // Han alone is Chinese, unless Japanese is expected or its own letters are around.
    if (HAN.test(character)) return this.#count(this.#isJapanese() ? 'ja' : 'zh')
    if (WORD_PART.test(character)) {
      this.#word += character
      return
    }
    const language = LANGUAGE_OF.get(this.#word.toLowerCase())
    this.#word = ''
    if (language !== undefined) this.#count(language)
  }

  #isJapanese(): boolean {
    return primaryOf(this.#expected) === 'ja' || (this.#counts.get('ja') ?? 0) > 0
  }

  #count(language: string): void {
    this.#counts.set(language, (this.#counts.get(language) ?? 0) + 1)
  }
}

const primaryOf = (tag: string): string => tag.slice(0, 2).toLowerCase()
