// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { Markdown, type MarkdownProps } from './markdown.tsx'

beforeAll(async () => {
  // KaTeX renders nothing in quirks mode.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })
  await switchTexts('en')
})
afterEach(cleanup)

const given = (text: string, more: Partial<MarkdownProps> = {}) => (
  <Markdown text={text} isGrowing={false} spoken={undefined} unspokenFrom={undefined} {...more} />
)
const show = (text: string, more: Partial<MarkdownProps> = {}) => render(given(text, more)).container
const htmlOf = (text: string, more: Partial<MarkdownProps> = {}) => show(text, more).innerHTML

describe('Markdown', () => {
  it('renders headings, lists, tables, tasks and strikethrough', () => {
    show('## Title\n\n1. one\n2. two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n\n~~gone~~')
    expect(screen.getByRole('heading', { level: 2, name: 'Title' })).toBeDefined()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
      'one',
      'two',
      'done',
    ])
    expect(screen.getByRole('columnheader', { name: 'b' })).toBeDefined()
    expect(screen.getByRole('checkbox')).toHaveProperty('disabled', true)
    expect(screen.getByRole('deletion').textContent).toBe('gone')
  })

  it.each([
    ['含**「重点」**内容', '「重点」'],
    ['**“如何更好地服务你”**', '“如何更好地服务你”'],
    ['* **具体：**与其说', '具体：'],
    ['이번 주는 **회의(Meeting)**가 없습니다.', '회의(Meeting)'],
    ['これは**重要です。**次に', '重要です。'],
  ])('shows bold text beside full-width punctuation: %s', (text, bold) => {
    expect(show(text).querySelector('strong')?.textContent).toBe(bold)
  })

  it('strikes out by two tildes beside full-width punctuation, and not by one', () => {
    expect(show('~~旧价（含税）。~~新价').querySelector('del')?.textContent).toBe('旧价（含税）。')
    expect(show('~5 km to ~10 km').querySelector('del')).toBeNull()
  })

  it.each([
    ['案内はhttps://example.org/guide。次に進みます。', 'https://example.org/guide'],
    ['URLはhttps://www.example.jp/path?x=1です。', 'https://www.example.jp/path?x=1'],
    ['请访问https://example.com查看', 'https://example.com'],
    [
      '見る https://ja.wikipedia.org/wiki/富士山 よ',
      'https://ja.wikipedia.org/wiki/%E5%AF%8C%E5%A3%AB%E5%B1%B1',
    ],
    ['see (https://example.org/a_(b)), ok', 'https://example.org/a_(b)'],
    ['www.example.org、次', 'http://www.example.org'],
  ])('ends an address where people do: %s', (text, address) => {
    const container = show(text)
    expect(container.querySelector('a')?.getAttribute('href')).toBe(address)
    expect(container.textContent).toBe(text)
  })

  it('breaks lines in cells and shows other HTML as text', () => {
    const container = show('| a |\n|---|\n| Bread<br>and <b>tea</b> |')
    expect(container.querySelector('td')?.innerHTML).toBe('Bread<br>and &lt;b&gt;tea&lt;/b&gt;')
  })

  it('shows a Markdown file with a fence in it as one block', () => {
    const text = '```markdown\n# Bread\n\n```sh\nbake\n```\n\nLet it cool.\n```\n\nEnjoy **it**.'
    const container = show(text)
    expect(container.querySelectorAll('pre')).toHaveLength(1)
    expect(container.querySelector('pre')?.textContent).toContain('Let it cool.')
    expect(container.querySelector('strong')?.textContent).toBe('it')
  })

  it('gives each block its own direction', () => {
    const container = show('# Title\n\nنص\n\n- نعم\n- yes\n\n| قائمة |\n|---|\n| a |\n\nRun `npm`')
    const directions = (selector: string) =>
      [...container.querySelectorAll(selector)].map((element) => element.getAttribute('dir'))
    expect(directions('h1, p, li, th, td')).toEqual(Array.from({ length: 7 }, () => 'auto'))
    expect(directions('ul, table')).toEqual(['rtl', 'rtl'])
    expect(directions('code')).toEqual(['ltr'])
  })

  it('shows code with its language and lets it be copied', () => {
    show('```ts\nconst a = 1\n```')
    expect(screen.getByText('TypeScript')).toBeDefined()
    expect(screen.getByText('const a = 1').tagName).toBe('CODE')
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeDefined()
  })

  it('opens links in a new tab without a referrer', () => {
    show('[docs](https://vee.example "title") and [ref][1]\n\n[1]: https://ref.example')
    const link = screen.getByRole('link', { name: 'docs' })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(screen.getByRole('link', { name: 'ref' }).getAttribute('href')).toBe('https://ref.example')
  })

  it('shows a picture as a link, because fetching it would reveal that it was read', () => {
    const container = show('![a cat](https://track.example/cat.png)')
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByRole('link', { name: 'a cat' })).toBeDefined()
  })

  it('marks the word that is being spoken within its sentence', () => {
    const text = 'One **two three** four. Five.'
    const wordsOf = (start: number, end: number) => {
      const container = show(text, { spoken: { start: 0, end: 23 }, spokenWord: { start, end } })
      const markedWords = [...container.querySelectorAll('mark [data-word]')].map(
        ({ textContent }) => textContent,
      )
      const sentence = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent).join('')
      cleanup()
      return { markedWords, sentence }
    }
    const sentence = 'One two three four.'
    expect(wordsOf(0, 3)).toEqual({ markedWords: ['One'], sentence })
    expect(wordsOf(6, 9)).toEqual({ markedWords: ['two'], sentence })
    expect(wordsOf(10, 15)).toEqual({ markedWords: ['three'], sentence })
    expect(wordsOf(18, 23)).toEqual({ markedWords: ['four.'], sentence })
    expect(show(text, { spoken: { start: 0, end: 23 } }).querySelector('[data-word]')).toBeNull()
  })

  it('treats prices', () => {
    expect(show('It costs $5 and then $6.').textContent).toBe('It costs $5 and then $6.')
  })

  it('distinguishes formulas from prices in one paragraph', async () => {
    const container = await act(async () => show('So \\(x^2\\) or $y$ costs $5, and then $6 more.'))
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2))
    expect(container.textContent).toMatch(/costs \$5, and then \$6 more\.$/)
  })

  it.each(['$$x^2$$', 'so \\(x^2\\) is', '\\[x^2\\]', 'so $x^2$ is'])(
    'draws the formula in %j',
    async (text) => {
      const container = await act(async () => show(text))
      await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull())
    },
  )

  it.each(['$$\\rule{9999em}{9999em}$$', '$$\\hspace{9999em}x$$'])(
    'limits the lengths in %j',
    async (text) => {
      const container = await act(async () => show(text))
      await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull())
      for (const source of container.querySelectorAll('annotation')) source.remove()
      const lengths = (container.innerHTML.match(/[\d.]+(?=em)/g) ?? []).map(Number)
      expect(lengths.length).toBeGreaterThan(0)
      expect(lengths.filter((em) => em > 60)).toEqual([])
    },
  )

  it('renders as display formulas only those that are marked as such', async () => {
    const container = await act(async () => show('So $$x^2$$ and \\[y^2\\], but \\(z^2\\) and $w^2$.'))
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(4))
    expect(container.querySelectorAll('.katex-display')).toHaveLength(2)
  })
})

const hrefOf = (address: string) =>
  show(`See [it][1].\n\n[1]: ${address}`).querySelector('a')?.getAttribute('href')

describe('a block that was shown before', () => {
  it('has the links of its own text', () => {
    expect(hrefOf('https://one.example')).toBe('https://one.example')
    expect(hrefOf('https://two.example')).toBe('https://two.example')
  })

  it('is marked where it is spoken, and only while it is', () => {
    const plain = htmlOf('Some *words* here.')
    const said = htmlOf('Some *words* here.', { spoken: { start: 0, end: 18 } })
    expect(said).toContain('<mark')
    expect(htmlOf('Some *words* here.')).toBe(plain)
  })

  it('stays the same element when its reply ends', () => {
    const { container, rerender } = render(given('Some *words* here.', { isGrowing: true }))
    const before = container.querySelector('em')
    rerender(given('Some *words* here.'))
    expect(container.querySelector('em')).toBe(before)
  })
})

describe('output that a model must not produce', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox(1))',
    '![x](javascript:alert(1))',
    '![x](https://a.b/c.png"onerror="alert(1))',
    '<style>body{display:none}</style>',
    '<form action="https://evil.example"><input name=p></form>',
    '<details open ontoggle=alert(1)>',
    '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
    '[x]: javascript:alert(1)\n\n[x]',
    '```html\n<script>alert(1)</script>\n```',
    '```"><img src=x onerror=alert(1)>\ncode\n```',
    '[x](//evil.example)',
    '[x](/en/settings)',
    '$$\\href{javascript:alert(1)}{x}$$',
    '<div id="root" class="x" style="position:fixed">',
  ])('is to reach the page: %s', async (text) => {
    const container = show(text)
    await waitFor(() => expect(container.textContent).not.toBe(''))
    expect(
      container.querySelector('script, img, svg[onload], iframe, style, form, object, embed, details'),
    ).toBeNull()
    for (const element of container.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/)
        expect(name === 'href' ? value : 'https://').toMatch(/^https?:\/\//)
      }
    }
  })
})

describe('a reply that is being written', () => {
  const TEXT = [
    '# A **title**',
    'Some *words* with `code`, a [link](https://vee.example) and **bold _nested_ text**.',
    '- one\n- **two** and `three`\n  - deep',
    '| Name | Value |\n|------|-------|\n| a | **1** |\n| b | `2` |',
    '```js\nconst a = 1 // **no**\n\nlet b\n```',
    'Formula-free end, with ~~old~~ new words.',
  ].join('\n\n')

  it('never shows a marker, half a link or half a table while growing', () => {
    const { container, rerender } = render(given('', { isGrowing: true }))
    for (let length = 1; length <= TEXT.length; length += 1) {
      rerender(given(TEXT.slice(0, length), { isGrowing: length < TEXT.length }))
      const prose = [...container.querySelectorAll('[data-block]:not(:has(figure))')]
      const text = prose.map(({ textContent }) => textContent).join('\n')
      expect(text).not.toMatch(/\*\*|`|\]\(|https:|\|---|~~|^#/m)
    }
  })

  it('keeps the elements of the blocks before the last one', () => {
    const { container, rerender } = render(given('First **block**.\n\nSecond', { isGrowing: true }))
    const first = container.querySelector('strong')
    rerender(given('First **block**.\n\nSecond, and longer.\n\nThird', { isGrowing: true }))
    expect(container.querySelector('strong')).toBe(first)
    rerender(given('First **block**.\n\nSecond, and longer.\n\nThird', { spoken: { start: 20, end: 25 } }))
    expect(container.querySelector('strong')).toBe(first)
  })
})

/** Returns the text that is marked while a sentence of the source is spoken. */
const marked = (text: string, sentence: string, more: Partial<MarkdownProps> = {}) => {
  const start = text.indexOf(sentence)
  const container = show(text, { spoken: { start, end: start + sentence.length }, ...more })
  return [...container.querySelectorAll('mark')].map(({ textContent }) => textContent).join('')
}

describe('the sentence being spoken', () => {
  it.each([
    ['One. Two. Three.', 'Two.', 'Two.'],
    ['One. **Two** is *bold*. Three.', '**Two** is *bold*.', 'Two is bold.'],
    [
      'A [link with words](https://a.b) here. More.',
      'A [link with words](https://a.b) here.',
      'A link with words here.',
    ],
    ['- first item\n- second item', 'second item', 'second item'],
    ['> quoted words. And more.', 'And more.', 'And more.'],
    ['彼は**来た**。次の文。', '彼は**来た**。', '彼は来た。'],
    ['Use `x = 1` now. Then go.', 'Use `x = 1` now.', 'Use x = 1 now.'],
    ['Salt &amp; pepper. Go.', 'Go.', 'Go.'],
    ['First block.\n\nSecond block. End.', 'Second block.', 'Second block.'],
    ['1. one\n   goes on. Two.', 'Two.', 'Two.'],
  ])('is marked by its position in %j', (text, sentence, expected) => {
    expect(marked(text, sentence)).toBe(expected)
  })

  it('has one beginning, so that none of its pieces covers the previous one', () => {
    const container = show('One. Two **is** *bold*.', { spoken: { start: 5, end: 23 } })
    const marks = [...container.querySelectorAll('mark')]
    expect(marks.map((mark) => mark.textContent)).toEqual(['Two ', 'is', ' ', 'bold', '.'])
    expect(marks.map((mark) => mark.hasAttribute('data-first'))).toEqual([true, false, false, false, false])
  })

  it('may span blocks', () => {
    expect(marked('One.\n\nTwo. Three.', 'One.\n\nTwo.')).toBe('One.Two.')
  })

  it('does not mark code', () => {
    expect(marked('Look:\n\n```\ncode\n```', 'code')).toBe('')
  })
})

describe('text that was not heard', () => {
  it('is marked from the offset on, in this block and all after it', () => {
    const text = 'Heard. Not *heard*.\n\nNot this.'
    const container = show(text, { unspokenFrom: 7 })
    const parts = [...container.querySelectorAll('[data-unspoken]')].map(({ textContent }) =>
      textContent?.trim(),
    )
    expect(parts).toEqual(['Not ', 'heard', '.', 'Not this.'].map((fragment) => fragment.trim()))
    expect(htmlOf(text)).not.toContain('data-unspoken')
  })
})
