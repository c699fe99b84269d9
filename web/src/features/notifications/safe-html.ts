import { createElement, type ReactNode } from 'react'

/** What a message may consist of; everything else is shown as its text. */
const TAGS: ReadonlySet<string> = new Set(['b', 'i', 'br', 'ul', 'li', 'a'])

function safeAddress(href: string | null): string | undefined {
  if (href === null) return undefined
  const { protocol } = new URL(href, globalThis.location.href)
  return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:' ? href : undefined
}

function nodeOf(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (tag === 'script' || tag === 'style') return null
  const children = Array.from(node.childNodes, nodeOf)
  if (!TAGS.has(tag)) return children
  if (tag === 'br') return createElement('br', { key })
  const attributes =
    tag === 'a' ? { key, href: safeAddress(node.getAttribute('href')), rel: 'noopener' } : { key }
  return createElement(tag, attributes, ...children)
}

/** HTML that the app itself wrote, as React nodes: a short list of tags, no attribute but a link's safe address. */
export function safeHtml(html: string): ReactNode {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return Array.from(body.childNodes, nodeOf)
}
