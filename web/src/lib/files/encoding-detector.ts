import detectorUrl from 'chardetng-wasm/dist/chardetng_wasm_bg.wasm?url'

/** Guesses the encoding of a text; the name is one of the Encoding Standard. */
export interface EncodingDetector {
  /** `domain`: top-level domain of the country whose texts are likely, such as `jp` */
  guess(bytes: Uint8Array, domain?: string): string
}

/** What chardetng, the detector of Firefox, exports (made by wasm-bindgen). Addresses are offsets in its memory. */
interface DetectorExports {
  readonly memory: WebAssembly.Memory
  encodingdetector_new(): number
  encodingdetector_feed(detector: number, bytes: number, length: number, isLast: number): number
  /** writes the address and the length of a name to `result`; `domain` 0 is none */
  encodingdetector_guess(
    result: number,
    detector: number,
    domain: number,
    domainLength: number,
    allowsUtf8: number,
  ): void
  __wbg_encodingdetector_free(detector: number): void
  __wbindgen_add_to_stack_pointer(bytes: number): number
  __wbindgen_malloc(bytes: number): number
  __wbindgen_free(address: number, bytes: number): void
}

/** Bytes of the result of a guess: two numbers, aligned. */
const RESULT_BYTES = 16

/** Creates a detector from the code of chardetng. */
export async function createDetector(code: BufferSource): Promise<EncodingDetector> {
  const { instance } = await WebAssembly.instantiate(code, {
    './chardetng_wasm_bg.js': {
      __wbindgen_throw() {
        throw new Error('the encoding detector failed')
      },
    },
  })
  const wasm = instance.exports as unknown as DetectorExports
  /** Copies bytes into the memory, which `encodingdetector_…` take over. */
  const given = (bytes: Uint8Array): number => {
    const address = wasm.__wbindgen_malloc(bytes.length)
    new Uint8Array(wasm.memory.buffer).set(bytes, address)
    return address
  }
  return {
    guess(bytes, domain) {
      const detector = wasm.encodingdetector_new()
      const result = wasm.__wbindgen_add_to_stack_pointer(-RESULT_BYTES)
      try {
        wasm.encodingdetector_feed(detector, given(bytes), bytes.length, 1)
        const country = new TextEncoder().encode(domain ?? '')
        wasm.encodingdetector_guess(
          result,
          detector,
          country.length === 0 ? 0 : given(country),
          country.length,
          0,
        )
        const [address = 0, length = 0] = new Uint32Array(wasm.memory.buffer, result, 2)
        const name = new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, address, length))
        wasm.__wbindgen_free(address, length)
        return name.toLowerCase()
      } finally {
        wasm.__wbindgen_add_to_stack_pointer(RESULT_BYTES)
        wasm.__wbg_encodingdetector_free(detector)
      }
    },
  }
}

let detector: Promise<EncodingDetector> | undefined

/** Loads the detector, 270 kB, with the first text that needs it. Rejects if it cannot be loaded, and tries again next time. */
export function loadDetector(): Promise<EncodingDetector> {
  detector ??= fetch(detectorUrl)
    .then((response) => {
      if (!response.ok) throw new Error(`the encoding detector could not be loaded: ${response.status}`)
      return response.arrayBuffer()
    })
    .then(createDetector)
    .catch((error: unknown) => {
      detector = undefined
      throw error
    })
  return detector
}
