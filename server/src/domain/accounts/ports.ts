/** Turns passwords into what may be kept of them. Slow on purpose, and off the main thread. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether this is the password behind the hash. */
  matches(password: string, hash: string): Promise<boolean>
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail. Fails when the mail server does not take it; the failure holds nothing of the mail. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
