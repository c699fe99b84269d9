/** Jobs of the process that embeds, and their results. Everything in this file can be sent between processes. */

export interface EmbedJob {
  /** absolute paths */
  readonly engine: { readonly model: string; readonly tokenizer: string }
  readonly pooling: 'mean' | 'first'
  readonly maxTokens: number
  /** with the prefix that the model expects */
  readonly text: string
}

export interface EmbeddedText {
  /** of length 1 */
  readonly vector: Float32Array
  readonly tokens: number
}
