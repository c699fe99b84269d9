import { csvLine } from '@vee/contract/csv'
import { downloadBlob } from '#lib/files/download-text.ts'
import { recalculate, type NumberRow } from './calculate.ts'
import type { Size } from './view-box.ts'

/** Pixels of the exported picture per pixel of the drawing, within the maximum canvas size. */
const SHARPNESS = 2
/** px; below the limit of browsers, which is only slightly higher on phones. */
const MAX_SIDE = 8_000

/** Saves the picture as pixels, on the page's background. */
export async function savePng(address: string, { width, height }: Size, background: string): Promise<void> {
  const picture = new Image()
  picture.src = address
  await picture.decode()
  const scale = Math.min(SHARPNESS, MAX_SIDE / Math.max(width, height, 1))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = background
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (blob) downloadBlob('design.png', blob)
}

/** Keeps a plain number unquoted, so that spreadsheets recognize it. */
const cell = (formula: string) => (/^-?\d+(?:\.\d+)?$/.test(formula) ? Number(formula) : formula)

/** Returns name, formula and result of every row. */
export function numbersAsCsv(rows: readonly NumberRow[]): string {
  const lines = recalculate(rows).map(({ name, formula, result }) =>
    csvLine([name, cell(formula), result ?? '']),
  )
  return csvLine(['name', 'formula', 'result']) + lines.join('')
}
