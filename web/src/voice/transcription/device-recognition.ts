/**
 * Availability of a language in the browser's on-device recognition: see `SpeechRecognition.available()` of
 * the Web Speech API.
 */
export type DeviceAvailability = 'unavailable' | 'downloadable' | 'downloading' | 'available'

/** The static part of the Web Speech API's recognition that Chrome has from version 139 on. */
export interface DeviceRecognitionApi {
  available(options: {
    readonly langs: readonly string[]
    readonly processLocally: boolean
  }): Promise<DeviceAvailability>
  install(options: { readonly langs: readonly string[] }): Promise<boolean>
}

/** The browser's on-device recognition: no audio leaves the device. */
export interface DeviceRecognition {
  /** Returns the language tag to recognize with, if the last `check` found it available; otherwise undefined. */
  tagOf(language: string): string | undefined
  /** Checks with the browser. Downloads nothing and never rejects. */
  check(language: string): Promise<DeviceAvailability>
  /** Downloads what a language needs. Resolves to whether it is available then; never rejects. */
  install(language: string): Promise<boolean>
}

/** In ascending order. */
const RANK: readonly DeviceAvailability[] = ['unavailable', 'downloadable', 'downloading', 'available']

export function createDeviceRecognition(api: DeviceRecognitionApi): DeviceRecognition {
  const available = new Map<string, string>()

  /** Returns the tag of the language with the best availability; the browser may know it only with its region. */
  async function findBestTag(
    language: string,
  ): Promise<{ readonly tag: string; readonly state: DeviceAvailability }> {
    let closest: { readonly tag: string; readonly state: DeviceAvailability } = {
      tag: language,
      state: 'unavailable',
    }
    for (const tag of tagsOf(language)) {
      const state = await api
        .available({ langs: [tag], processLocally: true })
        .catch(() => 'unavailable' as const)
      if (RANK.indexOf(state) > RANK.indexOf(closest.state)) closest = { tag, state }
    }
    return closest
  }

  async function check(language: string): Promise<DeviceAvailability> {
    const { tag, state } = await findBestTag(language)
    if (state === 'available') available.set(language, tag)
    else available.delete(language)
    return state
  }

  return {
    tagOf: (language) => available.get(language),
    check,
    async install(language) {
      const { tag } = await findBestTag(language)
      await api.install({ langs: [tag] }).catch(() => false)
      // The browser's availability counts, not the result of the download.
      return (await check(language)) === 'available'
    },
  }
}

/** `en` and `en-US`: browsers list languages with a region, and some accept them without one. */
function tagsOf(language: string): readonly string[] {
  try {
    const { language: code, region } = new Intl.Locale(language).maximize()
    return [...new Set([language, region === undefined ? code : `${code}-${region}`])]
  } catch {
    return []
  }
}

let ofThisBrowser: { readonly recognition: DeviceRecognition | undefined } | undefined

/** Returns the same object each time; undefined where the browser has no such API. */
export function browserDeviceRecognition(): DeviceRecognition | undefined {
  ofThisBrowser ??= { recognition: findDeviceRecognition() }
  return ofThisBrowser.recognition
}

function findDeviceRecognition(): DeviceRecognition | undefined {
  const { SpeechRecognition: api } = globalThis as { SpeechRecognition?: Partial<DeviceRecognitionApi> }
  return typeof api?.available === 'function' && typeof api.install === 'function'
    ? createDeviceRecognition(api as DeviceRecognitionApi)
    : undefined
}
