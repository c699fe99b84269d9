import type { Source } from '@vee/contract/entities/source'
import type { VendorPage } from '#providers/llm/llm.ts'

/** A text that a tool has read. */
export interface UnnumberedSource extends Pick<Source, 'kind' | 'title' | 'url' | 'site' | 'ref' | 'place'> {
  readonly text: string
}

/** Reads a page; resolves with undefined if it cannot be read. */
export type ReadFoundPage = (url: string) => Promise<UnnumberedSource | undefined>

/** Pages of one search that are read before the model cites them. */
const READ_AHEAD = 4
/** Pages of a reply that are read. */
const MAX_PAGES = 16

interface Reading {
  readonly ended: Promise<void>
  isOver: boolean
  unnumbered: UnnumberedSource | undefined
}

/**
 * The pages that a vendor's search has found. Vendors do not pass on their texts, so they are read here: what the model states to cite
 * is checked against what they contain.
 */
export class VendorPages {
  readonly #readings = new Map<string, Reading>()
  #read: ReadFoundPage | undefined

  /** Sets how pages are read; without it none is. */
  readWith(read: ReadFoundPage): void {
    this.#read = read
  }

  readAhead(pages: readonly VendorPage[]): void {
    for (const { url } of pages.slice(0, READ_AHEAD)) this.#readingOf(url)
  }

  /** Returns the page, undefined if it cannot be read, or `pending` with what to wait for. */
  of(
    url: string,
  ): { readonly pending: Promise<void> } | { readonly unnumbered: UnnumberedSource | undefined } {
    const reading = this.#readingOf(url)
    if (!reading) return { unnumbered: undefined }
    return reading.isOver ? { unnumbered: reading.unnumbered } : { pending: reading.ended }
  }

  #readingOf(url: string): Reading | undefined {
    const key = withoutTracking(url)
    const existing = this.#readings.get(key)
    if (existing || !this.#read || this.#readings.size >= MAX_PAGES) return existing
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const reading: Reading = { ended, isOver: false, unnumbered: undefined }
    this.#readings.set(key, reading)
    void this.#read(key)
      .then((unnumbered) => (reading.unnumbered = unnumbered))
      .catch(() => undefined)
      .finally(() => {
        reading.isOver = true
        resolve()
      })
    return reading
  }
}

/** Vendors add a parameter to the addresses that they cite. */
function withoutTracking(url: string): string {
  const parsed = URL.parse(url)
  if (parsed?.searchParams.get('utm_source') !== 'openai') return url
  parsed.searchParams.delete('utm_source')
  return parsed.href
}
