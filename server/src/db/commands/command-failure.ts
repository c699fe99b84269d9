/** Why a command on the data cannot be done: one plain sentence for the person at the terminal, without secrets. */
export class CommandFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'CommandFailure'
  }
}
