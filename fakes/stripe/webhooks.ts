import { createHmac } from 'node:crypto'
import { newId } from './books.ts'

export interface StripeEvent {
  readonly id: string
  readonly object: 'event'
  readonly type: string
  readonly created: number
  readonly data: { readonly object: unknown }
}

/** Returns an event with a copy of the object at that time. */
export function eventOf(type: string, object: object, created: number): StripeEvent {
  return { id: newId('evt'), object: 'event', type, created, data: { object: structuredClone(object) } }
}

/** Returns a signature in Stripe's scheme: `t=SECONDS,v1=HMAC-SHA256 of "SECONDS.BODY"`. */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
