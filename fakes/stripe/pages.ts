import type { Session } from './books.ts'

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
<body style="font: 16px system-ui; max-width: 30rem; margin: 3rem auto"><h1>${title}</h1>${body}</body></html>`

const button = (action: string, label: string) =>
  `<form method="post" action="${action}"><button>${label}</button></form>`

/** Returns the page on which a customer pays. */
export function payPage(session: Session, isDeclined: boolean): string {
  const here = `/pay/${session.id}`
  return page(
    'Fake checkout',
    `${isDeclined ? '<p role="alert">Your card was declined.</p>' : ''}
    <p>${session.customer_email ?? session.customer ?? ''}</p>
    ${button(`${here}/paid`, 'Pay')}${button(`${here}/declined`, 'Pay with a card that is declined')}
    <p><a href="${escape(session.cancel_url)}">Back</a></p>`,
  )
}

/** Returns the page on which a customer changes or cancels. */
export function portalPage(id: string, returnUrl: string, status: string): string {
  return page(
    'Fake portal',
    `<p>Subscription: ${status}</p>${button(`/portal/${id}/cancel`, 'Cancel subscription')}
    <p><a href="${escape(returnUrl)}">Return to Vee</a></p>`,
  )
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
