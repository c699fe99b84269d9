/** Messages from the page to the worker that holds its socket. `connect-microphone` transfers the port. */
export type SocketCommand =
  | { readonly type: 'open'; readonly address: string }
  | { readonly type: 'send'; readonly data: string | Int16Array<ArrayBuffer> }
  | { readonly type: 'connect-microphone'; readonly turnId: string }
  | { readonly type: 'finish'; readonly turnId: string; readonly from: number }
  | { readonly type: 'end'; readonly turnId: string; readonly rest: Int16Array<ArrayBuffer> }
  | { readonly type: 'close' }

export type SocketReport =
  | { readonly type: 'opened' }
  | { readonly type: 'took'; readonly data: string | ArrayBuffer }
  | { readonly type: 'closed'; readonly code: number }
