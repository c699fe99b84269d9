/** The reason why a data command failed: one plain sentence for the terminal, without secrets. */
export class CommandFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'CommandFailure'
  }
}
