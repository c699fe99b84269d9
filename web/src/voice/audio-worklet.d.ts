// Types of the AudioWorklet scope that TypeScript's DOM library does not contain.

/** Sample rate of the context that runs the worklet, in Hz. */
declare const sampleRate: number

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
  /** Called for about every 128 samples; returns true to be called again. */
  abstract process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean
}

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
