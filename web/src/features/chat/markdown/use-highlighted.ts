import { useEffect, useState } from 'react'
import type { HighlightJob, HighlightResult } from './highlight-worker.ts'
import { languageNamed, type LanguageId } from './languages.ts'

type Lines = NonNullable<HighlightResult['lines']>

/** Maximum length of highlighted code, in UTF-16 code units; highlighting longer code takes too long. */
const MAX_LENGTH = 50_000
/** Number of cached highlighted blocks, for rows that scroll out of view and return. */
const MAX_KNOWN = 200

const highlighted = new Map<string, Lines>()
const waiting = new Map<number, (lines: Lines | undefined) => void>()
let worker: Worker | undefined
let lastId = 0

function startWorker(): Worker {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<HighlightResult>) => {
    waiting.get(data.id)?.(data.lines)
    waiting.delete(data.id)
  })
  return started
}

function colour(code: string, language: LanguageId, key: string): Promise<Lines | undefined> {
  worker ??= startWorker()
  lastId += 1
  const job: HighlightJob = { id: lastId, code, language }
  worker.postMessage(job)
  return new Promise((resolve) => {
    waiting.set(job.id, (lines) => {
      const oldest = highlighted.keys().next().value
      if (highlighted.size >= MAX_KNOWN && oldest !== undefined) highlighted.delete(oldest)
      if (lines) highlighted.set(key, lines)
      resolve(lines)
    })
  })
}

/**
 * Returns the highlighted code; undefined until then, for unknown languages, and while the code is being
 * written.
 */
export function useHighlighted(code: string, language: string, isClosed: boolean): Lines | undefined {
  const id = isClosed && code.length <= MAX_LENGTH ? languageNamed(language)?.id : undefined
  const key = `${id}\n${code}`
  const [result, setResult] = useState<{ readonly key: string; readonly lines: Lines | undefined }>()

  useEffect(() => {
    if (id === undefined || highlighted.has(key) || typeof Worker === 'undefined') return undefined
    let isWanted = true
    void colour(code, id, key).then((lines) => {
      if (isWanted) setResult({ key, lines })
    })
    return () => {
      isWanted = false
    }
  }, [code, id, key])

  if (id === undefined) return undefined
  return highlighted.get(key) ?? (result?.key === key ? result.lines : undefined)
}
