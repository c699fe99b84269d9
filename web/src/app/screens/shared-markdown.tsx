import { Markdown } from '#features/chat/markdown/markdown.tsx'

/** A finished reply, without the controls of its owner. */
export const SharedMarkdown = ({ text }: { readonly text: string }) => (
  <Markdown text={text} isGrowing={false} spoken={undefined} unspokenFrom={undefined} />
)
