import { afterEach, beforeEach, expect, it } from 'vitest'
import { type SmtpServer, startSmtp } from '../../../fakes/smtp/index.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

let smtp: SmtpServer
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(() => smtp.close())

const mail = { to: 'ann@example.org', subject: 'Hello', text: 'One line,\n.and a dotted one' }

it('hands a mail to the server', async () => {
  await createSmtpMailer({ url: smtp.url, from: 'vee@example.org' }).send(mail)
  expect(smtp.mails).toEqual([
    {
      from: 'vee@example.org',
      to: 'ann@example.org',
      content: expect.stringContaining('One line,\n.and a dotted one'),
    },
  ])
  expect(smtp.mails[0]?.content).toMatch(/^Subject: Hello$/m)
})

it('fails without a word of the mail when the server refuses it', async () => {
  smtp.refuseRecipients()
  const sent = createSmtpMailer({ url: smtp.url, from: 'vee@example.org' }).send(mail)
  await expect(sent).rejects.toThrow('The mail server did not take a mail (EENVELOPE).')
})

it('fails when there is no server', async () => {
  await smtp.close()
  const sent = createSmtpMailer({ url: smtp.url, from: 'vee@example.org' }).send(mail)
  await expect(sent).rejects.toThrow('The mail server did not take a mail (ESOCKET).')
  smtp = await startSmtp()
})
