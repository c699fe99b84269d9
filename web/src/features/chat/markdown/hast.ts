import type { ExtraProps } from 'react-markdown'

// The nodes of the HTML tree that rehype plugins process, by the types that react-markdown exports.
export type Element = NonNullable<ExtraProps['node']>
export type Node = Element['children'][number]
export type Text = Extract<Node, { type: 'text' }>
export interface Parent {
  children: (Node | { type: 'doctype' })[]
}
