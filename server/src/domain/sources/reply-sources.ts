import { createHash, randomUUID } from 'node:crypto'
import {
  MAX_QUOTE_LENGTH,
  QUOTES_PER_SOURCE,
  type Source,
  type SourceQuote,
  SOURCES_PER_REPLY,
} from '@vee/contract/entities/source'
import type { ChatMessage } from '@vee/contract/entities/message'
import {
  addSource,
  listSources,
  type SourcesKey,
  storeReplySources,
} from '#db/queries/conversations/sources.ts'
import type { LlmCitation, VendorPage } from '#providers/llm/llm.ts'
import type { Database } from '#db/schema.ts'
import type { ConversationSourcesTable } from '#db/tables/sources.ts'
import type { DocumentText } from '@vee/contract/entities/attachment'
import type { Citation } from '@vee/contract/text/citations'
import { closestExcerpts } from '../attachments/index.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { CitedDocuments } from './cited-documents.ts'
import { findProofIn, isSupportedBy, containsQuote } from './prove.ts'
import { sentenceSpans } from './sentences.ts'
import { delimitedSource } from './source-in-prompt.ts'
import { type ReadFoundPage, type UnnumberedSource, VendorPages } from './vendor-pages.ts'

/** Longest stored text of a source, in bytes of UTF-8. */
const MAX_TEXT_BYTES = 100_000
/** Sources of earlier replies that are read for one reply. */
const MAX_EARLIER_READ = 24
/** Texts of earlier sources in the prompt of the next reply, in UTF-16 code units. */
const MAX_EARLIER_TEXTS_LENGTH = 8_000
/** Earlier sources in the prompt. */
const MAX_EARLIER_IN_PROMPT = 6

/** Encrypts the texts of sources. */
export interface SourceSeal {
  seal(text: string): string
  /** undefined if it was sealed with another secret */
  open(sealed: string): string | undefined
}

interface ReplySourcesOptions extends SourcesKey {
  readonly database: Database
  readonly seal: SourceSeal
  readonly replyId: string
  /** the messages of the request, whose sources keep their numbers */
  readonly messages: readonly ChatMessage[]
  readonly isNewConversation: boolean
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface CitableSource {
  readonly source: Omit<Source, 'quotes'>
  /** undefined if the text is no longer stored */
  readonly text: () => string | undefined
  readonly prove: ReturnType<typeof findProofIn>
  readonly quotes: SourceQuote[]
  isUsedByReply: boolean
}

/** Why a citation of a document has no number, or none yet. */
type DocumentVerdict = 'none' | 'unknown' | 'pending'

/** The sources of one reply: what its tools read, and what earlier replies of the conversation have read. */
export class ReplySources {
  readonly #options: ReplySourcesOptions
  /** by number; of several readings of one address the newest */
  readonly #sources: Map<number, CitableSource>
  readonly #documents = new CitedDocuments()
  /** keys of passages of documents that have no number, because the reply has too many sources or the database failed */
  readonly #refused = new Set<string>()
  /** keys of pages of a vendor's search whose text is stored */
  readonly #pagesRead = new Set<string>()
  readonly #vendorPages = new VendorPages()
  readonly #citations = new Map<string, LlmCitation>()
  #numbering: Promise<void> | undefined
  #onCited: (source: Source) => void = () => undefined

  private constructor(options: ReplySourcesOptions, sources: Map<number, CitableSource>) {
    this.#options = options
    this.#sources = sources
  }

  static async open(options: ReplySourcesOptions): Promise<ReplySources> {
    const rows = options.isNewConversation
      ? []
      : await listSources(options.database, options, MAX_EARLIER_READ)
    const sources = new Map<number, CitableSource>()
    for (const row of rows)
      if (!sources.has(row.number))
        sources.set(
          row.number,
          citableSourceOf(sourceOf(row), () => (row.text === null ? undefined : options.seal.open(row.text))),
        )
    for (const message of options.messages)
      for (const source of message.sources ?? [])
        if (!sources.has(source.number))
          sources.set(
            source.number,
            citableSourceOf(source, () => textOfQuotes(source.quotes)),
          )
    return new ReplySources(options, sources)
  }

  /** whether the conversation has sources */
  get hasAny(): boolean {
    return this.#sources.size > 0
  }

  /** whether the model has received documents that it may cite, or has cited some */
  get hasDocuments(): boolean {
    return (
      !this.#documents.isEmpty || [...this.#sources.values()].some(({ source }) => source.kind === 'file')
    )
  }

  /** resolves when the number of a passage is assigned; undefined if none is being assigned */
  get numbering(): Promise<void> | undefined {
    return this.#numbering
  }

  /** Adds a document that the model receives. */
  readonly addDocument = (file: { readonly id: string; readonly name: string }, text: DocumentText): void => {
    this.#documents.add(file, text)
  }

  /** Sets what is called before the first text that cites a source; `source` has no quotes yet. */
  onCited(emit: (source: Source) => void): void {
    this.#onCited = emit
  }

  /** Stores a text that was read for this reply. Returns it with its number; undefined if the reply has too many. */
  async add(unnumbered: UnnumberedSource): Promise<Source | undefined> {
    if (this.#ofReply().length >= SOURCES_PER_REPLY) return undefined
    const { database, seal, now, messages } = this.#options
    const text = cutToBytes(withoutNul(unnumbered.text), MAX_TEXT_BYTES)
    const { kind, url, ref, site, place } = unnumbered
    const row = await addSource(
      database,
      this.#options,
      {
        id: randomUUID(),
        kind,
        ref_key: refKeyOf(unnumbered),
        ref,
        url: url === null ? null : withoutNul(url).slice(0, 2_000),
        title: withoutNul(unnumbered.title).slice(0, 300),
        site: site === null ? null : withoutNul(site).slice(0, 300),
        place: place === null ? null : JSON.stringify(place),
        fetched_at: now(),
        hash: createHash('sha256').update(text).digest('hex'),
        text: seal.seal(text),
      },
      messages
        .flatMap(({ sources = [] }) => sources)
        .map((left) => ({ refKey: refKeyOf(left), number: left.number })),
    )
    const source = citableSourceOf(sourceOf(row), () => text)
    this.#sources.set(row.number, source)
    this.#markUsed(source)
    return { ...source.source, quotes: [] }
  }

  /**
   * Decides about the marker of a source: it stays if a claim is in the source's text, and the quote is recorded either way.
   * Without claims it stays if there is such a source.
   */
  check(number: number, claims: readonly string[]): boolean {
    const source = this.#sources.get(number)
    if (!source) return false
    if (claims.length === 0) return true
    for (const claim of claims) {
      const span = source.prove(claim)
      if (!span) continue
      this.#markUsed(source)
      addQuote(source, { text: source.text()?.slice(span.start, span.end) ?? '', isProven: true })
      return true
    }
    if (source.isUsedByReply) addQuote(source, { text: claims.at(-1) ?? '', isProven: false })
    return false
  }

  /**
   * Decides about a citation of a document: it becomes the number of its passage if that proves a claim. A passage without a number
   * gets one, see `numbering`.
   */
  checkDocumentCitation(
    citation: Citation,
    claims: readonly string[],
  ): { readonly number: number } | DocumentVerdict {
    if (claims.length === 0) return 'none'
    const passage = this.#documents.find(citation, claims)
    if (!passage) return this.#checkEarlierDocument(citation, claims)
    const { ref, title, place, text, span, claim } = passage
    const unnumbered = { kind: 'file', url: null, site: null, ref, title, place, text } as const
    const key = refKeyOf(unnumbered)
    const source = [...this.#sources.values()].find((candidate) => refKeyOf(candidate.source) === key)
    if (!source) {
      if (this.#refused.has(key)) return 'none'
      this.#numberSoon(key, unnumbered)
      return 'pending'
    }
    this.#markUsed(source)
    addQuote(
      source,
      span ? { text: text.slice(span.start, span.end), isProven: true } : { text: claim, isProven: false },
    )
    return span ? { number: source.source.number } : 'none'
  }

  /** A document that is no longer in the request is known by what was cited of it. */
  #checkEarlierDocument({ name, locator }: Citation, claims: readonly string[]) {
    const title = (locator === '' ? name : `${name}, ${locator}`).toLowerCase()
    const source = [...this.#sources.values()].find(
      (candidate) => candidate.source.kind === 'file' && candidate.source.title.toLowerCase() === title,
    )
    if (!source) return 'unknown'
    const { number } = source.source
    return this.check(number, claims) ? { number } : 'none'
  }

  /** Sets how the pages are read that a vendor's search finds. */
  readFoundWith(read: ReadFoundPage): void {
    this.#vendorPages.readWith(read)
  }

  /** Begins to read what a vendor's search has found. */
  readFound(pages: readonly VendorPage[]): void {
    this.#vendorPages.readAhead(pages)
  }

  /** Stores what a marker in the following text cites. */
  declareCitation(citation: LlmCitation): void {
    this.#citations.set(citation.key, citation)
    for (const { url } of citation.pages) this.#vendorPages.of(url)
  }

  /**
   * Decides about what a vendor's model states to cite: the number of each page, or passage of a tool's result, that proves a claim.
   * A page that cannot be read is checked by the words that the vendor quotes of it.
   */
  checkVendorCitation(
    key: string,
    claims: readonly string[],
  ): { readonly numbers: readonly number[]; readonly shown?: string } | 'pending' {
    const citation = this.#citations.get(key)
    if (!citation || claims.length === 0) return { numbers: [] }
    const { pages, sourceNumber, quote = '', shown } = citation
    const sources = pages.map((page) => this.#sourceOfPage(page, quote))
    if (sources.includes('pending')) return 'pending'
    const own = sourceNumber === undefined ? undefined : this.#sources.get(sourceNumber)
    const numbers = [own, ...sources].flatMap((source) =>
      source && source !== 'pending' && this.#recordProof(source, claims, quote)
        ? [source.source.number]
        : [],
    )
    // Where a page was read, its number stands for the link; otherwise people can still follow it.
    const isRead = sources.some((source) => source !== undefined)
    return { numbers, ...(shown !== undefined && { shown: isRead ? '' : shown }) }
  }

  #sourceOfPage({ url, title }: VendorPage, quote: string): CitableSource | undefined | 'pending' {
    const page = this.#vendorPages.of(url)
    if ('pending' in page) {
      this.#waitFor(page.pending)
      return 'pending'
    }
    const unnumbered = page.unnumbered ?? this.#quotedMaterial(url, title, quote)
    if (!unnumbered) return undefined
    const key = refKeyOf(unnumbered)
    const source = [...this.#sources.values()].find((candidate) => refKeyOf(candidate.source) === key)
    const isStored =
      source && (page.unnumbered ? this.#pagesRead.has(key) : source.text()?.includes(quote) === true)
    if (isStored) {
      this.#markUsed(source)
      return source
    }
    if (this.#refused.has(key)) return undefined
    this.#pagesRead.add(key)
    this.#numberSoon(key, unnumbered)
    return 'pending'
  }

  /** Returns what the vendor has quoted of a page that cannot be read; undefined if nothing. */
  #quotedMaterial(url: string, title: string, quote: string): UnnumberedSource | undefined {
    const parsed = URL.parse(url)
    if (quote === '' || !parsed || !/^https?:$/.test(parsed.protocol)) return undefined
    const site = parsed.hostname.replace(/^www\./, '')
    const unnumbered = {
      kind: 'web',
      url: parsed.href,
      title: title.trim() || url,
      site,
      ref: null,
      place: null,
    } as const
    const key = refKeyOf(unnumbered)
    const before =
      [...this.#sources.values()].find((candidate) => refKeyOf(candidate.source) === key)?.text() ?? ''
    return {
      ...unnumbered,
      text: before.includes(quote) ? before : [before, quote].filter(Boolean).join('\n\n'),
    }
  }

  #recordProof(source: CitableSource, claims: readonly string[], quote: string): boolean {
    const text = source.text() ?? ''
    for (const claim of claims) {
      const span = source.prove(claim)
      if (!span) continue
      this.#markUsed(source)
      addQuote(source, { text: text.slice(span.start, span.end), isProven: true })
      return true
    }
    this.#markUsed(source)
    const [claim = ''] = claims.slice(-1)
    const isQuoted =
      containsQuote(text, quote) &&
      isSupportedBy(claim, quote, `${source.source.title} ${source.source.site ?? ''}`)
    addQuote(source, { text: isQuoted ? quote.trim() : claim, isProven: isQuoted })
    return isQuoted
  }

  #numberSoon(key: string, unnumbered: UnnumberedSource): void {
    this.#waitFor(this.#number(key, unnumbered))
  }

  #waitFor(work: Promise<void>): void {
    const numbering = Promise.all([this.#numbering, work]).then(() => {
      if (this.#numbering === numbering) this.#numbering = undefined
    })
    this.#numbering = numbering
  }

  async #number(key: string, unnumbered: UnnumberedSource): Promise<void> {
    try {
      if (!(await this.add(unnumbered))) this.#refused.add(key)
    } catch {
      // The statement stays without a number.
      this.#refused.add(key)
    }
  }

  /** Records what a spoken text, which has no markers, says of what was read for this reply. */
  recordProofsIn(text: string): void {
    for (const { start, end } of sentenceSpans(text))
      for (const source of this.#ofReply()) {
        const span = source.prove(text.slice(start, end))
        if (!span) continue
        addQuote(source, { text: source.text()?.slice(span.start, span.end) ?? '', isProven: true })
        break
      }
  }

  /** Returns what this reply has read and cited, by number. */
  list(): Source[] {
    return this.#ofReply()
      .map(({ source, quotes }) => ({ ...source, quotes: [...quotes] }))
      .toSorted((left, right) => left.number - right.number)
  }

  /** Stores what the reply quotes, so that its owner can read the texts. */
  async store(): Promise<void> {
    const { database, owner, conversationId, replyId, now } = this.#options
    const rows = this.#ofReply().map(({ source, quotes }) => ({
      owner,
      conversation_id: conversationId,
      reply_id: replyId,
      source_id: source.id,
      quotes: JSON.stringify(quotes),
      created_at: now(),
    }))
    await storeReplySources(database, rows)
  }

  /**
   * Returns what earlier replies have read, for the prompt: the excerpts of the newest sources that are closest to the question.
   * Empty if there is nothing. `isPublicOnly`: of the web alone.
   */
  async readEarlierSources(question: string, isPublicOnly = false): Promise<string> {
    const earlier = [...this.#sources.values()]
      // Documents are in the conversation itself.
      .filter(({ isUsedByReply, source }) => !isUsedByReply && source.kind !== 'file')
      .filter(({ source }) => !isPublicOnly || source.kind === 'web')
      .toSorted((left, right) => right.source.fetchedAt.localeCompare(left.source.fetchedAt))
      .slice(0, MAX_EARLIER_IN_PROMPT)
    const lengthEach = Math.floor(MAX_EARLIER_TEXTS_LENGTH / Math.max(1, earlier.length))
    const texts: string[] = []
    for (const { source, text } of earlier) {
      const sections = [{ title: '', text: text() ?? '' }]
      const excerpts = await closestExcerpts({ sections }, question, lengthEach)
      if (excerpts.text !== '') texts.push(delimitedSource(source, excerpts.text))
    }
    return texts.join('\n')
  }

  #ofReply(): readonly CitableSource[] {
    return [...this.#sources.values()].filter(({ isUsedByReply }) => isUsedByReply)
  }

  #markUsed(source: CitableSource): void {
    if (source.isUsedByReply || this.#ofReply().length >= SOURCES_PER_REPLY) return
    source.isUsedByReply = true
    this.#onCited({ ...source.source, quotes: [] })
  }
}

function citableSourceOf(
  { ...source }: Omit<Source, 'quotes'>,
  read: () => string | undefined,
): CitableSource {
  let text: string | undefined
  const readOnce = () => (text ??= read())
  let find: ReturnType<typeof findProofIn> | undefined
  const { id, number, kind, title, url, site, ref, place, fetchedAt } = source
  return {
    source: { id, number, kind, title, url, site, ref, place, fetchedAt },
    text: readOnce,
    prove: (sentence) => (find ??= findProofIn(readOnce() ?? '', `${title} ${site ?? ''}`))(sentence),
    quotes: [],
    isUsedByReply: false,
  }
}

function addQuote({ quotes }: CitableSource, { text, isProven }: SourceQuote): void {
  const quote = { text: text.slice(0, MAX_QUOTE_LENGTH), isProven }
  const isThere = quotes.some((candidate) => candidate.text === quote.text && candidate.isProven === isProven)
  if (!isThere && quotes.length < QUOTES_PER_SOURCE) quotes.push(quote)
}

const sourceOf = (row: ConversationSourcesTable): Omit<Source, 'quotes'> => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  title: row.title,
  url: row.url,
  site: row.site,
  ref: row.ref,
  place: row.place === null ? null : (JSON.parse(row.place) as Source['place']),
  fetchedAt: new Date(row.fetched_at).toISOString(),
})

/** Returns what identifies a source in its conversation: one address, or one part of a file. */
export function refKeyOf({ kind, url, ref, title }: Pick<Source, 'kind' | 'url' | 'ref' | 'title'>): string {
  if (kind === 'file') return `file ${ref ?? ''} ${title}`.slice(0, 700)
  if (kind !== 'web' || url === null) return `${kind} ${ref ?? ''}`.slice(0, 400)
  const parsed = URL.parse(url)
  if (!parsed) return `web ${url}`.slice(0, 2_100)
  parsed.hash = ''
  return `web ${parsed.host}${parsed.pathname}${parsed.search}`.slice(0, 2_100)
}

/** The text of a source that was imported: the proven quotes. */
export const textOfQuotes = (quotes: readonly SourceQuote[]): string =>
  quotes
    .filter(({ isProven }) => isProven)
    .map(({ text }) => text)
    .join('\n\n')

/** Returns the beginning of a text in at most that many bytes of UTF-8, without cutting a character. */
function cutToBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text
  const bytes = Buffer.from(text)
  let end = maxBytes
  // The bytes of a character after its first begin with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}
