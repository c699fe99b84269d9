import { setTimeout as delay } from 'node:timers/promises'
import type { Mailer } from '#domain/accounts/index.ts'

const TIMEOUT_MS = 20_000
/** Delays before retries if the server could not be reached or returned a temporary error, in ms. */
const PAUSES_MS = [1_000, 5_000]

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them */
  readonly url: string
  readonly from: string
  readonly pause?: (ms: number) => Promise<unknown>
}

/** Sends mail through an SMTP server, one connection per mail, because they are rare. */
export function createSmtpMailer({ url, from, pause = delay }: SmtpSettings): Mailer {
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
      const mail = { from, to: { name: '', address: to }, subject, text }
      let failure: Failure | undefined
      for (const ms of [...PAUSES_MS, undefined]) {
        failure = await transport.sendMail(mail).then(() => undefined, failureOf)
        if (!failure?.mayPass || ms === undefined) break
        await pause(ms)
      }
      transport.close()
      if (failure) throw new Error(`The mail server did not take a mail (${failure.reason}).`)
    },
  }
}

interface Failure {
  /** without the library's message, which quotes addresses and the server's response */
  readonly reason: string
  /** whether a retry may succeed */
  readonly mayPass: boolean
}

const CERTIFICATE =
  'its certificate is not trusted; name its authority in NODE_EXTRA_CA_CERTS, or add ?tls.rejectUnauthorized=false to SMTP_URL'

const UNREACHABLE: ReadonlySet<string> = new Set(['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS'])

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { reason: 'no code', mayPass: false }
  if (/certificate/i.test(error.message)) return { reason: CERTIFICATE, mayPass: false }
  const reason = 'code' in error && typeof error.code === 'string' ? error.code : 'no code'
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  return { reason, mayPass: UNREACHABLE.has(reason) || (status >= 400 && status < 500) }
}
