import type { DocumentText } from '@vee/contract/entities/attachment'
import { MAX_DOCUMENT_SECTIONS } from '@vee/contract/entities/attachment-limits'
import { getDocument, OPS, PDFWorker, type PDFDocumentProxy, type PDFPageProxy, version } from 'pdfjs-dist'
import { AttachmentError } from './attachment-error.ts'
import type { OfficeSection } from './office/office-section.ts'
import { OCR_TIMEOUT_MS, PAGE_NUMBER, type ScanText } from './prepare-messages.ts'

/** Pages of a document that are read by OCR. */
const MAX_OCR_PAGES = 30
/** Longer side of a page that is read by OCR, in pixels: letters of 10 points on A4 are 30 high. */
const OCR_SIDE = 2_400

/** Where the server has the files that pdf.js fetches, as `web/build/library-resources.ts` writes them. */
const RESOURCES = `/assets/pdfjs-dist-${version}`

/** Returns the text in a picture of a page. */
type ReadScan = (image: Blob) => Promise<ScanText>

interface PdfHandlers {
  readonly readScan: ReadScan
  /** called after each page */
  readonly onPage: (done: number, total: number) => void
}

/**
 * Returns the text of a PDF. Runs in a worker: of each page pdf.js sends every piece of text to its caller, which
 * takes longer than the page's thread may be busy. pdf.js parses in another worker below; it does not run scripts in a document
 * and fetches nothing that it refers to. Throws AttachmentError.
 * @param pageTitle title of a page, with PAGE_NUMBER
 */
export async function pdfText(
  bytes: Uint8Array,
  pageTitle: string,
  handlers: PdfHandlers,
): Promise<DocumentText> {
  const parser = new Worker(new URL('pdfjs-dist/build/pdf.worker.mjs', import.meta.url), { type: 'module' })
  const failed = Promise.withResolvers<never>()
  parser.addEventListener('error', () => failed.reject(new AttachmentError('damaged')))
  let isResourceMissing = false
  const task = getDocument({
    data: bytes,
    worker: PDFWorker.create({ port: parser }),
    disableFontFace: true,
    useSystemFonts: false,
    cMapUrl: `${RESOURCES}/cmaps/`,
    standardFontDataUrl: `${RESOURCES}/standard_fonts/`,
    wasmUrl: `${RESOURCES}/wasm/`,
    iccUrl: `${RESOURCES}/iccs/`,
    // Fetched here and not by the parser, which leaves out what it cannot decode without a word.
    useWorkerFetch: false,
    BinaryDataFactory: resourceReader(() => {
      isResourceMissing = true
    }),
    CanvasFactory: WorkerCanvasFactory,
    FilterFactory: NoFilterFactory,
  })
  try {
    const text = await Promise.race([
      failed.promise,
      textOf(await Promise.race([failed.promise, task.promise]), pageTitle, handlers),
    ])
    if (isResourceMissing) throw new AttachmentError('offline')
    return text
  } catch (error) {
    if (error instanceof AttachmentError) throw error
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new AttachmentError(isLocked ? 'locked' : 'damaged')
  } finally {
    parser.terminate()
  }
}

type ResourceFolder = 'cMapUrl' | 'standardFontDataUrl' | 'wasmUrl'

/** Returns the class with which pdf.js fetches its files; `onMissing` is called if one cannot be loaded, as offline. */
const resourceReader = (onMissing: () => void) =>
  class ResourceReader {
    readonly #addresses: Readonly<Record<ResourceFolder, string>>

    constructor(addresses: Readonly<Record<ResourceFolder, string>>) {
      this.#addresses = addresses
    }

    async fetch({
      kind,
      filename,
    }: {
      readonly kind: ResourceFolder
      readonly filename: string
    }): Promise<Uint8Array> {
      const response = await fetch(this.#addresses[kind] + filename).catch(() => undefined)
      if (response?.ok === true) return new Uint8Array(await response.arrayBuffer())
      // An encoding that a document invents does not exist; a file that exists is missing.
      if (response?.status !== 404) onMissing()
      throw new Error(`${filename} could not be loaded`)
    }
  }

async function textOf(
  pdf: PDFDocumentProxy,
  pageTitle: string,
  { readScan, onPage }: PdfHandlers,
): Promise<DocumentText> {
  const sections: OfficeSection[] = []
  const scanned: number[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_DOCUMENT_SECTIONS); number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    if (text.trim() === '' && (await hasPicture(page))) scanned.push(sections.length)
    sections.push({ title: pageTitle.replace(PAGE_NUMBER, String(number)), text: text.trim() })
    page.cleanup()
    onPage(number, pdf.numPages)
  }
  if (scanned.length === 0) return { sections }
  const { texts, unreadNote } = await readScanned(pdf, scanned.slice(0, MAX_OCR_PAGES), readScan)
  if (![...texts.values()].some((text) => text !== '')) return { sections }
  const unread = new Set(scanned.filter((index) => !texts.has(index)))
  return {
    sections: sections.map(({ title, text }, index) => ({
      title,
      text: unread.has(index) ? unreadNote : (texts.get(index) ?? text),
    })),
    isByOcr: true,
  }
}

/** Returns whether a page contains a picture: a page without text and pictures is empty, and is not read by OCR. */
async function hasPicture(page: PDFPageProxy): Promise<boolean> {
  const { fnArray } = await page.getOperatorList()
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])
  return fnArray.some((operator: number) => pictures.has(operator))
}

interface ScannedTexts {
  /** by the indexes of the pages; pages that were not read are missing */
  readonly texts: ReadonlyMap<number, string>
  /** stands in their place, so that neither a person nor a model takes them for empty pages */
  readonly unreadNote: string
}

/** Reads pages that are pictures by OCR until one takes too long; without OCR, as offline, none is read. */
async function readScanned(
  pdf: PDFDocumentProxy,
  indexes: readonly number[],
  readScan: ReadScan,
): Promise<ScannedTexts> {
  const texts = new Map<number, string>()
  let unreadNote = ''
  const end = performance.now() + OCR_TIMEOUT_MS
  for (const index of indexes) {
    const image = await drawPage(await pdf.getPage(index + 1)).catch(() => undefined)
    if (!image || performance.now() > end) break
    const scan = await readScan(image)
    unreadNote = scan.unreadNote
    if (scan.text === null) break
    texts.set(index, scan.text)
  }
  return { texts, unreadNote }
}

async function drawPage(page: PDFPageProxy): Promise<Blob> {
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: OCR_SIDE / Math.max(width, height, 1) })
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  )
  // pdf.js draws on either kind of canvas; its types name the page's only.
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise
  page.cleanup()
  return canvas.convertToBlob({ type: 'image/png' })
}

interface CanvasAndContext {
  canvas: OffscreenCanvas | null
  context: OffscreenCanvasRenderingContext2D | null
}

/** Creates the canvases that pdf.js needs for parts of a page; its own factory needs a document. */
class WorkerCanvasFactory {
  create(width: number, height: number): CanvasAndContext {
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) }
  }

  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width, height })
  }

  destroy(created: CanvasAndContext): void {
    Object.assign(created, { canvas: null, context: null })
  }
}

/** Applies no filters: pdf.js makes them of SVG in a document. Few pictures have any, and letters stay legible without. */
class NoFilterFactory {
  addFilter = () => 'none'
  addHCMFilter = () => 'none'
  addAlphaFilter = () => 'none'
  addLuminosityFilter = () => 'none'
  addHighlightHCMFilter = () => 'none'
  destroy(): void {}
}
