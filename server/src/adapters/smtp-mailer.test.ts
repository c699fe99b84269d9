import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type SmtpServer, startSmtp } from '../../../fakes/smtp/index.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

let smtp: SmtpServer
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(() => smtp.close())

/** Self-signed for 127.0.0.1; protects nothing. */
const KEY = createPrivateKey({
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'KCG9k8QNwB-cXG7WdotQbWYx6jvtu-vLvZzTsAXwzjc',
    y: 'POGIcijVlvEKV1tnXyEWZN3ndiS-wZL39XODpVeX72k',
    d: 'Uh7mSEj2XzV90wjdV5oSSPptdwZ6BlAf57nkC7amm70',
  },
  format: 'jwk',
}).export({ type: 'pkcs8', format: 'pem' })
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUMqzHBfHy8WpiZAbyFdIrem3J9ZQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDAwMjgyNloYDzIxMjYxMDMx
MDAyODI2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQoIb2TxA3AH5xcbtZ2i1BtZjHqO+2768u9nNOwBfDONzzhiHIo1Zbx
CldbZ18hFmTd53YkvsGS9/Vzg6VXl+9po28wbTAdBgNVHQ4EFgQUCL1xDG9t6G9M
JWi0oC2sRInF1HcwHwYDVR0jBBgwFoAUCL1xDG9t6G9MJWi0oC2sRInF1HcwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSAAwRQIgVPRtmDVu6uhb5A4ft+iMAc/CSZVhFgLab28rNf9oeMsCIQDh
bORk9+QmnflNzvD7PdS8SOgCXbb6Jo41lufIIY9Qfg==
-----END CERTIFICATE-----`

const send = (address: string) => createSmtpMailer({ url: address, from: 'vee@example.org' }).send(mail)
const mail = { to: 'ann@example.org', subject: 'Hello', text: 'One line,\n.and a dotted one' }

it('sends a mail to the server', async () => {
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

it('rejects without content of the mail if the server rejects it', async () => {
  smtp.refuseRecipients()
  const sent = createSmtpMailer({ url: smtp.url, from: 'vee@example.org' }).send(mail)
  await expect(sent).rejects.toThrow('The mail server did not take a mail (EENVELOPE).')
})

it('rejects if there is no server', async () => {
  await smtp.close()
  const waited: number[] = []
  const pause = async (ms: number) => waited.push(ms)
  const sent = createSmtpMailer({ url: smtp.url, from: 'vee@example.org', pause }).send(mail)
  await expect(sent).rejects.toThrow('The mail server did not take a mail (ESOCKET).')
  expect(waited).toEqual([1_000, 5_000])
  smtp = await startSmtp()
})

it('retries when the server is back', async () => {
  const { port } = new URL(smtp.url)
  await smtp.close()
  const pause = async () => {
    smtp = await startSmtp(Number(port))
  }
  await createSmtpMailer({ url: smtp.url, from: 'vee@example.org', pause }).send(mail)
  expect(smtp.mails).toHaveLength(1)
})

it('names the certificate as the reason, and accepts it if the host allows that', async () => {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (socket) => void socket.end('554 no\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `smtps://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(send(url)).rejects.toThrow(/certificate is not trusted.*NODE_EXTRA_CA_CERTS/)
  await expect(send(`${url}?tls.rejectUnauthorized=false`)).rejects.not.toThrow(/certificate/)
  server.close()
})
