export type Form = { readonly [key: string]: string | Form }

/** Parses Stripe's form encoding: `line_items[0][price]=p` → `{ line_items: { 0: { price: 'p' } } }`. */
export function readForm(body: string): Form {
  const form: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const keys = name.split(/[[\]]+/).filter(Boolean)
    const last = keys.pop() ?? ''
    let node = form
    for (const key of keys) node = (node[key] ??= {}) as Record<string, unknown>
    node[last] = value
  }
  return form as Form
}

export const textIn = (form: Form | undefined, key: string): string | undefined => {
  const value = form?.[key]
  return typeof value === 'string' ? value : undefined
}

export const formIn = (form: Form | undefined, key: string): Form | undefined => {
  const value = form?.[key]
  return typeof value === 'object' ? value : undefined
}
