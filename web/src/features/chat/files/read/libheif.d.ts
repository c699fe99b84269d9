// The part of libheif-js that is used; its own types describe the functions of C below it only.
declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface HeifImage {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    /** writes the pixels, and calls back with them; with null if the image is damaged */
    display(pixels: ImageData, callback: (pixels: ImageData | null) => void): void
    free(): void
  }
  interface Libheif {
    readonly HeifDecoder: new () => {
      /** empty for a file that cannot be read */
      decode(bytes: Uint8Array): HeifImage[]
    }
  }
  function libheif(options: { readonly wasmBinary: ArrayBuffer }): Libheif
  export default libheif
}
