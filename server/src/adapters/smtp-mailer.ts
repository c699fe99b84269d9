import type { Mailer } from '#domain/accounts/index.ts'

const TIMEOUT_MS = 20_000

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password where the server wants them */
  readonly url: string
  readonly from: string
}

/** Sends mail through an SMTP server, one connection a mail: they are rare. */
export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  return {
    async send({ to, subject, text }) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      // The library's own words quote addresses and the server's answer, so only its code goes further.
      const failure = await transport
        .sendMail({ from, to: { name: '', address: to }, subject, text })
        .then(() => undefined, codeOf)
      transport.close()
      if (failure !== undefined) throw new Error(`The mail server did not take a mail (${failure}).`)
    },
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no code'
}
