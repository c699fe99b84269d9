import { memo, useMemo, type ComponentProps, type ReactElement } from 'react'
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough'
import remarkGfm from 'remark-gfm'
import { lazyComponent, PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { SourceButton } from './source-button.tsx'
import { CodeBlock } from './code-block.tsx'
import { hasFormula, withPlainFormulas, withMoney } from './formulas.ts'
import { rehypeCitations } from './rehype-citations.ts'
import { rehypeDirections } from './rehype-directions.ts'
import { rehypeParts, type Part } from './rehype-parts.ts'
import { remarkBareAddresses } from './remark-bare-addresses.ts'
import { SourceContext, WideTable } from '../conversation/wide-table.tsx'
import { SoftBoundary } from '../conversation/soft-boundary.tsx'
import type { Parent, Node } from './hast.ts'

/** Matches the start of a display formula. */
const DISPLAY_FORMULA = /^(?:\$\$|\\\[)/

/** Link addresses that a model may use. Other links are shown as text. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:|tel:)/i

/** The one address of Vee itself: the built-in responder leads there. */
const CONNECT_A_MODEL = '/host#connect'

const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'picture' && name !== 'source'),
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display']],
  },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto', 'tel'] },
}

function SafeLink({ href = '', title, children }: ComponentProps<'a'> & ExtraProps) {
  if (href === CONNECT_A_MODEL) return <a href={href}>{children}</a>
  if (!SAFE_LINK.test(href)) return <>{children}</>
  return (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/**
 * Renders a picture as a link and does not fetch it: a request would reveal to its server that the reply was
 * read.
 */
function ImageLink({ src, alt = '' }: ComponentProps<'img'> & ExtraProps) {
  const address = typeof src === 'string' ? src : ''
  return <SafeLink href={address}>{alt === '' ? address : alt}</SafeLink>
}

const LANGUAGE = /(?:^|\s)language-(\S+)/

/** Renders a code block inside another element; those at the top level are rendered elsewhere. */
function NestedCode({ node }: ComponentProps<'pre'> & ExtraProps) {
  const code = node?.children[0]
  if (code?.type !== 'element') return null
  const text = code.children[0]
  const classes = code.properties['className']
  const language = LANGUAGE.exec(Array.isArray(classes) ? classes.join(' ') : '')?.[1] ?? ''
  const source = text?.type === 'text' ? text.value.replace(/\n$/, '') : ''
  return <CodeBlock language={language.toLowerCase()} code={source} isClosed />
}

const COMPONENTS: Components = {
  a: SafeLink,
  cite: SourceButton,
  img: ImageLink,
  pre: NestedCode,
  table: WideTable,
}

export interface ProseProps {
  readonly source: string
  /** it is still being written */
  readonly isOpen: boolean
  /** link reference definitions of the other blocks */
  readonly definitions: string
  /** the ranges that look different, as offsets into `source` */
  readonly spokenStart: number | undefined
  readonly spokenEnd: number | undefined
  readonly wordStart: number | undefined
  readonly wordEnd: number | undefined
  readonly unspokenFrom: number | undefined
}

const SANITIZED: NonNullable<Options['rehypePlugins']> = [rehypePlainText, [rehypeSanitize, SCHEMA]]
const SAFE: NonNullable<Options['rehypePlugins']> = [...SANITIZED, rehypeDirections, rehypeCitations]

/** Returns the plugins that mark the range being spoken and the text that was never heard. */
function usePlugins(props: ProseProps): NonNullable<Options['rehypePlugins']> {
  const { source, spokenStart, spokenEnd, wordStart, wordEnd, unspokenFrom } = props
  return useMemo(() => {
    const parts: Part[] = []
    if (spokenStart !== undefined && spokenEnd !== undefined)
      parts.push({
        start: spokenStart,
        end: spokenEnd,
        kind: 'spoken',
        word:
          wordStart === undefined || wordEnd === undefined ? undefined : { start: wordStart, end: wordEnd },
      })
    if (unspokenFrom !== undefined) parts.push({ start: unspokenFrom, end: source.length, kind: 'unspoken' })
    // Parts are found by the positions of the text, which sources no longer have.
    return parts.length === 0
      ? SAFE
      : [...SANITIZED, rehypeDirections, [rehypeParts, { source, parts }], rehypeCitations]
  }, [source, spokenStart, spokenEnd, wordStart, wordEnd, unspokenFrom])
}

/** A single tilde means "about", as in `~5 km to ~10 km`. */
const TILDES = { singleTilde: false }
/** Emphasis and strikethrough also hold beside the punctuation of languages without spaces (decision 0051). */
const REMARK_PLUGINS: NonNullable<Options['remarkPlugins']> = [
  [remarkGfm, TILDES],
  remarkCjkFriendly,
  [remarkCjkFriendlyStrikethrough, TILDES],
  remarkBareAddresses,
]

/** Largest length that a formula may name, in em: a rule or a space larger than a screen is no formula. */
const MAX_FORMULA_EM = 50

/** Renders text with formulas. Suspends until their renderer is loaded. */
const ProseWithFormulas = lazyComponent<ProseProps>(async () => {
  const { remarkMath, rehypeKatex } = await import('./math.ts')
  return function ProseWithFormulas(props) {
    const plugins = usePlugins(props)
    const source = `${withPlainFormulas(props.source)}\n\n${props.definitions}`
    return (
      <SourceContext value={source}>
        <ReactMarkdown
          remarkPlugins={[...REMARK_PLUGINS, remarkMath]}
          rehypePlugins={[
            ...plugins,
            [rehypeDisplayMath, { source: props.source }],
            // After the sanitizer: a library that escapes all its input makes this markup from the formula.
            [rehypeKatex, { throwOnError: false, trust: false, maxExpand: 500, maxSize: MAX_FORMULA_EM }],
          ]}
          components={COMPONENTS}
        >
          {source}
        </ReactMarkdown>
      </SourceContext>
    )
  }
}, PATIENT_TRIES)

const KEPT_BLOCKS = 300
/** Maximum length of a cached block, in UTF-16 code units: longer blocks are rare. */
const KEPT_LENGTH = 4_000

/** Finished blocks as they were rendered; the one that was not needed for longest is the first. */
const cachedBlocks = new Map<string, ReactElement>()

// Called, not mounted: its result can be cached and is the same for React in either case.
const renderMarkdown = (children: string, rehypePlugins: Options['rehypePlugins']): ReactElement => (
  <SourceContext value={children}>
    {ReactMarkdown({ children, rehypePlugins, remarkPlugins: REMARK_PLUGINS, components: COMPONENTS })}
  </SourceContext>
)

/**
 * Returns a rendered block from the cache: only rows near the view are mounted, and one that is mounted again
 * is not parsed again.
 */
function cachedBlock(children: string): ReactElement {
  const block = cachedBlocks.get(children) ?? renderMarkdown(children, SAFE)
  cachedBlocks.delete(children)
  cachedBlocks.set(children, block)
  const [oldest] = cachedBlocks.keys()
  if (cachedBlocks.size > KEPT_BLOCKS && oldest !== undefined) cachedBlocks.delete(oldest)
  return block
}

function PlainProse(props: ProseProps) {
  const { source, definitions, isOpen } = props
  const plugins = usePlugins(props)
  const children = definitions === '' ? source : `${source}\n\n${definitions}`
  const isKept = !isOpen && plugins === SAFE && children.length <= KEPT_LENGTH
  return isKept ? cachedBlock(children) : renderMarkdown(children, plugins)
}

/** Renders one block of Markdown that is no code. */
export const Prose = memo(function Prose(props: ProseProps) {
  const plain = <PlainProse {...props} />
  if (!hasFormula(props.source)) return plain
  return (
    <SoftBoundary fallback={plain}>
      <ProseWithFormulas {...props} />
    </SoftBoundary>
  )
})

/**
 * Returns a rehype plugin that renders `$$…$$` and `\[…\]` as display formulas in every position. remark-math
 * treats them as inline formulas unless each marker has a line of its own.
 */
function rehypeDisplayMath({ source }: { readonly source: string }) {
  function visit(parent: Parent): void {
    for (const child of parent.children) {
      if (child.type !== 'element') continue
      const classes = child.properties['className']
      const from = child.position?.start.offset
      if (child.tagName === 'code' && Array.isArray(classes) && classes.includes('math-inline')) {
        if (from !== undefined && DISPLAY_FORMULA.test(source.slice(from, from + 2)))
          child.properties['className'] = ['language-math', 'math-display']
      } else visit(child)
    }
  }
  return visit
}

/** the only way to break a line within a cell of a table */
const LINE_BREAK = /^<br\s*\/?>$/i

/** Converts raw HTML other than line breaks to text, and restores dollar signs in text (see formulas.ts). */
function asPlainText(child: Node): Node {
  if (child.type === 'raw' && LINE_BREAK.test(child.value))
    return { type: 'element', tagName: 'br', properties: {}, children: [] }
  if (child.type !== 'raw' && child.type !== 'text') return child
  return { ...child, type: 'text', value: withMoney(child.value) }
}

/** Returns a rehype plugin that runs before the sanitizer, which would remove raw HTML including its text. */
function rehypePlainText() {
  return function visit(parent: Parent): void {
    parent.children = parent.children.map((child) => (child.type === 'doctype' ? child : asPlainText(child)))
    for (const child of parent.children) if (child.type === 'element') visit(child)
  }
}
