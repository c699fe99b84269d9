import { bareAddressLength } from '@vee/contract/text/bare-address'

/** A node of mdast, as far as it is read. */
interface MarkdownNode {
  readonly type: string
  value?: string
  url?: string
  children?: MarkdownNode[]
  position?: {
    readonly start: { readonly offset?: number | undefined }
    readonly end: { readonly offset?: number | undefined }
  }
}

/**
 * Returns a remark plugin that ends bare addresses where people do: GitHub's rule takes everything up to the next space
 * into the address, also the rest of a sentence in a language without spaces. Runs after `remark-gfm`.
 */
export function remarkBareAddresses() {
  return function visit(parent: MarkdownNode): void {
    if (!parent.children) return
    parent.children = parent.children.flatMap((child) => {
      const rest = restOf(child)
      if (rest === undefined) {
        visit(child)
        return [child]
      }
      return [child, rest]
    })
  }
}

/** Shortens a bare address. Returns the text after it; undefined if there is none, or it is another link. */
function restOf(link: MarkdownNode): MarkdownNode | undefined {
  const [label, ...others] = link.children ?? []
  const text = label?.type === 'text' ? label.value : undefined
  if (link.type !== 'link' || text === undefined || others.length > 0 || link.url === undefined)
    return undefined
  const isBare = link.url === text || link.url === `http://${text}`
  // `<https://…>` and `[…](…)` are longer in the source than their text.
  const { start, end } = link.position ?? {}
  const isLonger =
    start?.offset !== undefined && end?.offset !== undefined && end.offset - start.offset !== text.length
  const length = isBare && !isLonger ? bareAddressLength(text) : text.length
  if (!label || length === 0 || length >= text.length) return undefined
  const from = start?.offset
  label.value = text.slice(0, length)
  link.url = link.url.slice(0, link.url.length - (text.length - length))
  if (from !== undefined) {
    link.position = { start: { offset: from }, end: { offset: from + length } }
    label.position = link.position
  }
  return {
    type: 'text',
    value: text.slice(length),
    ...(from !== undefined && {
      position: { start: { offset: from + length }, end: { offset: from + text.length } },
    }),
  }
}
