/** Simulates a browser on the issuer's pages: stores cookies, follows redirects, and submits its forms. */
export async function signInAt(url: string, login: string, backTo: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let address = new URL(url)
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step += 1) {
    if (address.href.startsWith(backTo)) return address
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const page = location === null ? formOf(await response.text(), login) : undefined
    form = page?.fields
    address = new URL(page?.action ?? location ?? '', address)
  }
  throw new Error('the issuer never sent anybody back')
}

function formOf(html: string, login: string): { readonly action: string; readonly fields: URLSearchParams } {
  const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1]
  if (action === undefined) throw new Error(`no form on the page of the issuer: ${html.slice(0, 300)}`)
  const prompt = /name="prompt" value="([^"]+)"/.exec(html)?.[1] ?? ''
  return { action, fields: new URLSearchParams({ prompt, login, password: 'any' }) }
}
