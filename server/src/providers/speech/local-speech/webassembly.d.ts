declare global {
  /** The part of https://webassembly.github.io/spec/js-api/ that is used; TypeScript has it only with the browser's types. */
  namespace WebAssembly {
    interface Module {
      readonly [Symbol.toStringTag]: 'WebAssembly.Module'
    }
    interface Instance {
      readonly exports: Readonly<Record<string, unknown>>
    }
    interface Memory {
      readonly buffer: ArrayBuffer
    }
    type Imports = Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>
    const Module: new (bytes: Uint8Array) => Module
    const Instance: new (module: Module, imports: Imports) => Instance
  }
}

export {}
