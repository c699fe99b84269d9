export type RunnableLanguage = 'javascript' | 'python'

/** The files of the Python interpreter, passed as data: the sandbox has no network access. */
export interface PythonFiles {
  /** JavaScript */
  readonly loader: string
  /** JavaScript */
  readonly engine: string
  readonly wasm: ArrayBuffer
  readonly library: ArrayBuffer
  /** JSON */
  readonly lock: string
}

/** A request to the sandbox. */
export interface Job {
  readonly language: RunnableLanguage
  readonly code: string
  readonly python?: PythonFiles
  /** in UTF-16 code units; further output is dropped */
  readonly outputLimit: number
}

/** A message from the sandbox. Its code is untrusted and may send any of these. */
export type SandboxMessage =
  /** the program starts after everything was loaded */
  | { readonly type: 'begun' }
  | { readonly type: 'output'; readonly text: string; readonly isError: boolean }
  | { readonly type: 'ended'; readonly hasFailed: boolean }
  /** the sandbox itself failed */
  | { readonly type: 'broken' }
  | { readonly type: 'too-much' }

const RUNNABLE: Readonly<Record<string, RunnableLanguage>> = {
  js: 'javascript',
  javascript: 'javascript',
  mjs: 'javascript',
  py: 'python',
  python: 'python',
  python3: 'python',
}

/** Returns the language of a code block if it can be run here. */
export const runnableLanguage = (fence: string): RunnableLanguage | undefined =>
  Object.hasOwn(RUNNABLE, fence) ? RUNNABLE[fence] : undefined

/** Parses an untrusted message; undefined if it is invalid. */
export function readSandboxMessage(data: unknown): SandboxMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  switch (data.type) {
    case 'begun':
    case 'broken':
    case 'too-much':
      return { type: data.type }
    case 'ended':
      return { type: 'ended', hasFailed: 'hasFailed' in data && data.hasFailed === true }
    case 'output':
      return 'text' in data && typeof data.text === 'string'
        ? { type: 'output', text: data.text, isError: 'isError' in data && data.isError === true }
        : undefined
    default:
      return undefined
  }
}
