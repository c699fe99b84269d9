/** `load` is the first request: the address of the model. `id` numbers the judgements. */
export type TurnModelRequest =
  | { readonly type: 'load'; readonly address: string }
  | { readonly type: 'judge'; readonly id: number; readonly samples: Int16Array }

export type TurnModelReport =
  | { readonly type: 'ready' }
  /** the model cannot be loaded or does not run here */
  | { readonly type: 'broken' }
  | { readonly type: 'judged'; readonly id: number; readonly probability: number }
