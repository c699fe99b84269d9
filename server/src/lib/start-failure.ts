/** The reason why the server cannot start: one plain sentence for the terminal, without secrets. */
export class StartFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartFailure'
  }
}
