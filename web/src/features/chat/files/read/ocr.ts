import coreUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url'
import workerUrl from 'tesseract.js/dist/worker.min.js?url'
import { currentLanguage } from '#i18n/index.ts'

/** Time for loading the code and the data of a language, in ms. */
const OPENING_TIMEOUT_MS = 60_000
/** Time for one image or page, in ms. */
const PAGE_TIMEOUT_MS = 60_000

type Code = 'chi_sim' | 'deu' | 'eng' | 'fra' | 'ita' | 'jpn' | 'kor' | 'por' | 'spa'

/** The data of a language, 0.7 to 3 MB, is served by Vee and loaded with the first image that needs it. */
const DATA: Readonly<Record<Code, () => Promise<{ readonly default: string }>>> = {
  chi_sim: () => import('@tesseract.js-data/chi_sim/4.0.0_best_int/chi_sim.traineddata.gz?url'),
  deu: () => import('@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz?url'),
  eng: () => import('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url'),
  fra: () => import('@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz?url'),
  ita: () => import('@tesseract.js-data/ita/4.0.0_best_int/ita.traineddata.gz?url'),
  jpn: () => import('@tesseract.js-data/jpn/4.0.0_best_int/jpn.traineddata.gz?url'),
  kor: () => import('@tesseract.js-data/kor/4.0.0_best_int/kor.traineddata.gz?url'),
  por: () => import('@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz?url'),
  spa: () => import('@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz?url'),
}

const CODES: Readonly<Record<string, Code>> = {
  de: 'deu',
  es: 'spa',
  fr: 'fra',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  pt: 'por',
  zh: 'chi_sim',
}

/** Reads the text in images. */
export interface Ocr {
  /** Returns the text; empty if there is none. Throws if it takes too long. */
  read(image: Blob | HTMLCanvasElement): Promise<string>
  close(): Promise<void>
}

/**
 * Opens text recognition (Tesseract) for the language of the interface; all nine contain the Latin alphabet. It runs in a worker
 * of this page: images do not leave the browser. Throws if its code or data cannot be loaded.
 */
export async function openOcr(): Promise<Ocr> {
  const { default: tesseract } = await import('tesseract.js')
  const code = CODES[currentLanguage().split('-')[0] ?? ''] ?? 'eng'
  const { default: dataUrl } = await DATA[code]()
  const failed = Promise.withResolvers<never>()
  // It may also fail after it has been opened, which the reading reports.
  failed.promise.catch(() => undefined)
  const opening = tesseract.createWorker(code, tesseract.OEM.LSTM_ONLY, {
    workerPath: toAbsolute(workerUrl),
    corePath: toAbsolute(coreUrl),
    // The worker appends `/<code>.traineddata.gz`: behind the question mark it changes nothing.
    langPath: `${toAbsolute(dataUrl)}?data=`,
    // The content security policy allows workers of this server only.
    workerBlobURL: false,
    cacheMethod: 'none',
    errorHandler: () => failed.reject(new Error('text recognition could not be loaded')),
  })
  const worker = await inTime(Promise.race([opening, failed.promise]), OPENING_TIMEOUT_MS)
  return {
    async read(image) {
      const { data } = await inTime(worker.recognize(image), PAGE_TIMEOUT_MS)
      return data.text.trim()
    },
    close: async () => void (await worker.terminate()),
  }
}

const toAbsolute = (address: string) => new URL(address, location.href).href

/** Rejects if the promise is not settled in time. */
async function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not done in ${milliseconds} ms`)), milliseconds)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
