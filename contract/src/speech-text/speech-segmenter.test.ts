import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SpeechSegmenter, speechSegmentsOf } from './speech-segmenter.ts'
import type { Announcements } from './speech-segmenter.ts'
import type { SpeechSegment } from './speech-segment.ts'

const announcements: Announcements = {
  code: 'The code is on the screen.',
  table: 'The table is on the screen.',
  diagram: 'The diagram is on the screen.',
  formula: 'The formula is on the screen.',
  image: 'The image is on the screen.',
}

const letters = (text: string) => text.replace(/[^a-z\d]/g, '')

const said = (markdown: string, language = 'en-US') =>
  speechSegmentsOf(markdown, language, announcements).map((segment) => segment.text)

describe('segment boundaries', () => {
  it('emits the first clause at once and whole sentences afterwards', () => {
    expect(
      said('Well then, my friend, the sun is a star. It is hot, bright, and far away. Look up!'),
    ).toEqual(['Well then, my friend,', 'the sun is a star.', 'It is hot, bright, and far away.', 'Look up!'])
  })

  it.each([
    [
      'a first clause shorter than twelve characters',
      'Sure, here is the plan: we go.',
      ['Sure, here is the plan:', 'we go.'],
    ],
    [
      'sources of statements, which are seen and not heard',
      'It opened in 1903 [report.pdf, Page 3; notes.md]. See [this](https://a.example) too [2].',
      ['It opened in 1903.', 'See this too.'],
    ],
    [
      'decimals and thousands',
      'It weighs 3.5 kg and costs 1,000 euros. Fine by me.',
      ['It weighs 3.5 kg and costs 1,000 euros.', 'Fine by me.'],
    ],
    [
      'titles',
      'Yesterday Dr. Smith met Mrs. Jones. They spoke.',
      ['Yesterday Dr. Smith met Mrs. Jones.', 'They spoke.'],
    ],
    [
      'initials',
      'It was written by J. R. R. Tolkien. Read it.',
      ['It was written by J. R. R. Tolkien.', 'Read it.'],
    ],
    [
      'an ellipsis within a sentence',
      'I was thinking... maybe we could go. Yes?',
      ['I was thinking... maybe we could go.', 'Yes?'],
    ],
    [
      'numbers of things',
      'Please look at No. 5 on the list. Thanks.',
      ['Please look at No. 5 on the list.', 'Thanks.'],
    ],
    [
      'times',
      'The train leaves at 10:30 in the morning. Run.',
      ['The train leaves at 10:30 in the morning.', 'Run.'],
    ],
    [
      'closing quotes',
      'She said “Come in here.” Then we went.',
      ['She said “Come in here.”', 'Then we went.'],
    ],
  ])('does not split %s', (_, markdown, segments) => {
    expect(said(markdown)).toEqual(segments)
  })

  it.each([
    [
      'de-DE',
      'Das gilt z.B. am 3. Oktober für Dr. Meier. Danach nicht mehr.',
      ['Das gilt z.B. am 3. Oktober für Dr. Meier.', 'Danach nicht mehr.'],
    ],
    [
      'fr-FR',
      'Bonjour à tous ! M. Dupont est là. Il attend.',
      ['Bonjour à tous !', 'M. Dupont est là.', 'Il attend.'],
    ],
    [
      'es-ES',
      '¿Qué tal estás hoy? El Sr. López llegó. ¡Bien!',
      ['¿Qué tal estás hoy?', 'El Sr. López llegó.', '¡Bien!'],
    ],
    [
      'ja-JP',
      'こんにちは、今日はとてもいい天気ですね。散歩に行きましょう！どうですか？',
      ['こんにちは、今日はとてもいい天気ですね。', '散歩に行きましょう！どうですか？'],
    ],
    [
      'zh-CN',
      '你好，今天的天气真的非常不错。我们一起出去散步好不好？当然好。',
      ['你好，今天的天气真的非常不错。', '我们一起出去散步好不好？', '当然好。'],
    ],
    [
      'de-DE',
      'Er kam i. d. R. um 8.30 Uhr o. Ä. zur Arbeit. Dann ging er.',
      ['Er kam i. d. R. um 8.30 Uhr o. Ä. zur Arbeit.', 'Dann ging er.'],
    ],
    [
      'fr-FR',
      'Rome fut pillée au Ve siècle apr. J.-C. par les Wisigoths. Voilà.',
      ['Rome fut pillée au Ve siècle apr. J.-C. par les Wisigoths.', 'Voilà.'],
    ],
    [
      'it-IT',
      'Ieri abbiamo visto l’avv. Verdi con la dott.ssa Bianchi. È andata bene.',
      ['Ieri abbiamo visto l’avv. Verdi con la dott.ssa Bianchi.', 'È andata bene.'],
    ],
    [
      'ja-JP',
      'そろそろ出かけましょうか！「はい。」と彼女は答えました。昨日はDr. Smithが来ました。',
      ['そろそろ出かけましょうか！', '「はい。」と彼女は答えました。', '昨日はDr. Smithが来ました。'],
    ],
    [
      'zh-CN',
      '我们明天一起去那里好不好？“好的，当然可以去。”他这样回答。',
      ['我们明天一起去那里好不好？', '“好的，当然可以去。”他这样回答。'],
    ],
    [
      'de-DE',
      '„Das wissen wir alle nicht.“ Danach sagte niemand mehr etwas.',
      ['„Das wissen wir alle nicht.“', 'Danach sagte niemand mehr etwas.'],
    ],
    [
      'en-US',
      'You may ask, but I really can’t. We could solve it for x. Then we know.',
      ['You may ask,', 'but I really can’t.', 'We could solve it for x.', 'Then we know.'],
    ],
    [
      'it-IT',
      'Forse lo sappiamo, ma non ce n’è un po’. Andiamo via adesso.',
      ['Forse lo sappiamo,', 'ma non ce n’è un po’.', 'Andiamo via adesso.'],
    ],
    [
      'ko-KR',
      '안녕하세요, 오늘은 날씨가 좋아요. 산책하러 갈까요?',
      ['안녕하세요, 오늘은 날씨가 좋아요.', '산책하러 갈까요?'],
    ],
  ])('detects the sentences of %s', (language, markdown, segments) => {
    expect(said(markdown, language)).toEqual(segments)
  })

  it.each([
    [
      'German',
      'Das ist nicht viel, d. h. 1.234,50 € im Jahr bzw. Monat. Danach nichts.',
      ['Das ist nicht viel,', 'd. h. 1.234,50 € im Jahr bzw. Monat.', 'Danach nichts.'],
    ],
    [
      'German with an abbreviation first',
      'Nimm das größere, z. B. am 3. Oktober bzw. später. Danach ist es weg.',
      ['Nimm das größere,', 'z. B. am 3. Oktober bzw. später.', 'Danach ist es weg.'],
    ],
    [
      'French',
      'Vous êtes dans le bureau de Mme. Dupont, p. ex. 3 heures. Elle attend.',
      ['Vous êtes dans le bureau de Mme. Dupont,', 'p. ex. 3 heures.', 'Elle attend.'],
    ],
    [
      'Spanish',
      'Los libros cuestan más, p.ej. 20 € en la av. Central. Ya está.',
      ['Los libros cuestan más,', 'p.ej. 20 € en la av. Central.', 'Ya está.'],
    ],
    [
      'Japanese',
      '今日はとてもいい天気ですね。散歩に行きましょう',
      ['今日はとてもいい天気ですね。', '散歩に行きましょう。'],
    ],
  ])('follows the rules of a reply in %s in an English interface', (_, markdown, segments) => {
    expect(said(markdown, 'en-US')).toEqual(segments)
  })

  it('splits an endless sentence at a clause, and never within a word', () => {
    const segments = said(`${'one two three four five, '.repeat(30)}end.`)
    for (const segment of segments) expect(segment.length).toBeLessThanOrEqual(240)
    expect(segments.slice(0, -1).every((segment) => segment.endsWith(','))).toBe(true)
    expect(said('word '.repeat(200)).every((segment) => /^(word )*word\.?$/.test(segment))).toBe(true)
  })

  it('emits nothing for empty text, white space or markup alone', () => {
    for (const nothing of ['', ' \n\t ', '---', '***\n\n- \n', '🙂', '…']) expect(said(nothing)).toEqual([])
  })
})

describe('speech of Markdown', () => {
  it.each([
    [
      'emphasis',
      'This is **very *important* text** and ~~not~~ _this_ one.',
      'This is very important text and not this one.',
    ],
    [
      'names with underscores and products',
      'Set max_tokens_now to 2 * 3 here.',
      'Set max_tokens_now to 2 * 3 here.',
    ],
    [
      'links',
      'Read [the *whole* guide](https://example.org/a_(b)?c=1 "Title") now.',
      'Read the whole guide now.',
    ],
    ['bare addresses', 'Go to https://www.example.org/path?x=1. now', 'Go to example.org. now.'],
    [
      'addresses within words of a language without spaces',
      'URLはhttps://www.example.jp/path?x=1です。',
      'URLはexample.jpです。',
    ],
    [
      'addresses in angle brackets',
      'Write to <a@example.org> or <https://example.org/x> today.',
      'Write to a@example.org or example.org today.',
    ],
    ['footnotes', 'It is known[^1] for long.\n\n[^1]: A book.', 'It is known for long.'],
    ['inline code', 'Run `npm start` in there now.', 'Run npm start in there now.'],
    ['emoji', 'Great work 🎉👩🏽‍🚀 my friend 🇩🇪!', 'Great work my friend!'],
    ['an emoji before a full stop', 'Das ist fertig 👍🏽.', 'Das ist fertig.'],
    ['several emoji before a mark', 'Well done 🎉 👩🏽‍🚀, all of you ❤️!', 'Well done, all of you!'],
    ['a sign that is spoken', 'It is Vee ™.', 'It is Vee ™.'],
    ['escapes and entities', 'A \\*star\\* &amp; a &lt;tag&gt; here.', 'A *star* & a <tag> here.'],
    ['tags', 'Press <kbd>Enter</kbd> <!-- not. this. --> right now.', 'Press Enter right now.'],
    [
      'entities of HTML',
      'Tea &ndash; hot at the caf&eacute; for &euro;3 &#x41;&hellip;',
      'Tea – hot at the café for €3 A…',
    ],
    ['unknown entities', 'AT&T &nonsense;it is', 'AT&T &nonsense;it is.'],
    [
      'addresses before punctuation of other widths',
      '案内はhttps://example.org/guide。次です。',
      '案内はexample.org。',
    ],
    ['money', 'It costs $5 today and $10 on Monday.', 'It costs $5 today and $10 on Monday.'],
    ['plain formulas', 'The value of $x$ is 4 here.', 'The value of x is 4 here.'],
  ])('reads %s like a human reader', (_, markdown, first) => {
    expect(said(markdown)[0]).toBe(first)
  })

  it.each([
    ['Sales grew by 4 percent [1].', 'Sales grew by 4 percent.'],
    ['Costs fell to 20 [2][3] in May[4], as reports [5, 6] say.', 'Costs fell to 20 in May, as reports say.'],
    ['See all of them [1-3], [4–6] and [7;8].', 'See all of them, and.'],
    ['It is known [^1^] and shown [citation:2] here.', 'It is known and shown here.'],
    ['It is known【4†source】 and said 【12:3†report.pdf】.', 'It is known and said.'],
    ['本文［1］です。続き［２］。', '本文です。続き。'],
    ['It is known¹ for long,² they say.³', 'It is known for long, they say.'],
    ['It is known<sup>1</sup> for long.', 'It is known for long.'],
    ['It is known [1](https://example.org) and [[2]](https://example.org/b).', 'It is known and.'],
    ['It rained \uE200cite\uE202turn0search0\uE202turn0news1\uE201 all day.', 'It rained all day.'],
    ['It rained citeturn0search0turn1view2 all day.', 'It rained all day.'],
  ])('leaves marks of sources out: %s', (markdown, spoken) => {
    expect(said(markdown).join(' ')).toBe(spoken)
  })

  it.each([
    ['Go on with step [1] of the list.', 'Go on with step 1 of the list.'],
    ['A room of 20 m² and 5 km³ is x² large.', 'A room of 20 m² and 5 km³ is x² large.'],
    ['Read `items[1]` and items[0] first.', 'Read items[1] and items0 first.'],
    ['【注意】明日は休みです。', '【注意】明日は休みです。'],
    ['I cite it in the city centre.', 'I cite it in the city centre.'],
  ])('keeps other numbers: %s', (markdown, spoken) => {
    expect(said(markdown).join(' ')).toBe(spoken)
  })

  it('leaves a Markdown file out up to its own end', () => {
    const file =
      'Save this file:\n\n```markdown\n# Bread\n\n```sh\nbake\n```\n\nLet it cool.\n```\n\nEnjoy it.'
    expect(said(file)).toEqual(['Save this file:', 'The code is on the screen.', 'Enjoy it.'])
  })

  it('treats headings and lists as sentences', () => {
    expect(
      said(
        '## Your plan for today ##\n- Buy milk\n- [x] Call *Ann*\n  in the evening\n1. Cook dinner!\n\n> Rest',
      ),
    ).toEqual(['Your plan for today.', 'Buy milk.', 'Call Ann in the evening.', '1. Cook dinner!', 'Rest.'])
  })

  it('announces once what is only shown', () => {
    const markdown = [
      'Here is the code for you:\n```python\nprint("a. B. c")\n\n# not said\n```',
      '```js\nmore()\n```',
      'A table follows here.\n\n| a | b |\n|---|---|\n| 1. One | 2 |\n',
      '```mermaid\ngraph TD\n```',
      '$$\ne = mc^2\n$$',
      '![A cat](cat.png)',
      'The area is $\\pi r^2$ and its edge $\\frac{1}{2}$ as well.',
    ].join('\n\n')
    expect(said(markdown)).toEqual([
      'Here is the code for you:',
      'The code is on the screen.',
      'A table follows here.',
      'The table is on the screen.',
      'The diagram is on the screen.',
      'The formula is on the screen.',
      'The image is on the screen.',
      'The area is The formula is on the screen. and its edge as well.',
    ])
  })

  it('announces code on the screen before the code is complete', () => {
    const segmenter = new SpeechSegmenter('en', announcements)
    expect(segmenter.append('```ts\n').map((segment) => segment.text)).toEqual(['The code is on the screen.'])
  })

  it('waits for one word, not for the end of the paragraph', () => {
    const segmenter = new SpeechSegmenter('en', announcements)
    expect(segmenter.append('That is a good question. ')).toEqual([])
    expect(segmenter.append('L').map((segment) => segment.text)).toEqual(['That is a good question.'])
  })
})

describe('the range of a segment in the source', () => {
  it('includes the markup that closes after the spoken text', () => {
    const markdown = '# Hello there\n\n**All is well.** Read [this](https://example.org), please.'
    const sources = speechSegmentsOf(markdown, 'en', announcements).map(({ start, end }) =>
      markdown.slice(start, end),
    )
    expect(sources).toEqual(['Hello there', 'All is well.**', 'Read [this](https://example.org), please.'])
  })
})

const fragment = fc.oneof(
  fc.constantFrom(
    'Hello there. ',
    'a, b; c: d! ',
    '**bold** ',
    '*it* ',
    '2 * 3 ',
    '_x_ ',
    '`code. Here` ',
    '``` ',
    '\n```ts\nlet a = "b. C"\n```\n',
    '\n~~~\nopen',
    '\n| a | b |\n|---|---|\n| c | d |\n',
    '\na | b\n--|--\nc | d\n\n',
    '\n$$\nx^2. Y\n$$\n',
    '$x$ and $\\frac{a}{b}$, $5 ',
    '\\(a. B\\) \\[z\\] \\* ',
    '[label. Two](https://e.org/a. b) ',
    '[l](<x y> "t") [r][1] [^1] ',
    '![alt](i.png) ',
    '<b>bold</b> <br> <!-- c. D --> a < b ',
    '<svg><text>No.</text></svg> ',
    'https://www.e.org/a, www.f.org. ',
    'h ht htt www ',
    '\n- item\n- [ ] task\n1. one\n2) two\n',
    '\n# Head #\n## C# and F#\n',
    '\n---\n***\n===\n',
    '\n> quote\n> more\n',
    '\n\n',
    '\n',
    ' ',
    '&amp; &x &#65; &hellip; &#x41; &NotEqualTilde; ',
    'So [1]. Or[2][3], [4-6]: [7](https://e.org) 【1†s】 step [2] a[1].b ',
    'Words¹ and m² x³ \uE200cite\uE202turn0search0\uE201 citeturn0search1 c ci cite <sup>2</sup> ',
    '\n```md\n# A\n```sh\nb\n```\nC.\n```\n',
    'https://e.org/a/富士山。次 https://e.org/です ',
    '🎉 👩🏽‍🚀 1️⃣ ',
    'Dr. Who. J. R. It is 3.5. ',
    '你好，世界。再见！ ',
    'word '.repeat(60),
    'Ünïcödé… “Quote.” (Yes.) ',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: fc.constantFrom(...'ab.,!*_`~#|$\\[]()<>&-:\n >1'.split('')), maxLength: 12 }),
)
const markdown = fc.array(fragment, { maxLength: 24 }).map((fragments) => fragments.join(''))

function segmentsInDeltas(source: string, lengths: readonly number[]): SpeechSegment[] {
  const segmenter = new SpeechSegmenter('en', announcements)
  const segments: SpeechSegment[] = []
  let offset = 0
  for (let turn = 0; offset < source.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1
    segments.push(...segmenter.append(source.slice(offset, offset + length)))
    offset += length
  }
  return [...segments, ...segmenter.end()]
}

describe('any source', () => {
  it('is split the same way for any deltas', () => {
    fc.assert(
      fc.property(
        markdown,
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 }),
        (source, lengths) => {
          const whole = speechSegmentsOf(source, 'en', announcements)
          expect(segmentsInDeltas(source, lengths)).toEqual(whole)
          expect(segmentsInDeltas(source, [1])).toEqual(whole)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is spoken once and in order, at ranges that do not overlap', () => {
    fc.assert(
      fc.property(markdown, (source) => {
        let end = 0
        for (const segment of speechSegmentsOf(source, 'en', announcements)) {
          expect(segment.start).toBeGreaterThanOrEqual(end)
          expect(segment.end).toBeGreaterThan(segment.start)
          expect(segment.offsets).toHaveLength(segment.text.length)
          expect(segment.offsets.toSorted((a, b) => a - b)).toEqual(segment.offsets)
          expect(segment.offsets.at(-1)).toBe(segment.end)
          end = segment.end
        }
        expect(end).toBeLessThanOrEqual(source.length)
      }),
      { numRuns: 500 },
    )
  })

  it('omits no word', () => {
    const words = fc.array(fc.constantFrom('alpha', 'beta,', 'gamma.', 'delta!', 'eps;', 'zeta:', '42'), {
      maxLength: 80,
    })
    const separators = fc.constantFrom(' ', '\n', '\n\n', '\n- ', '\n# ', ' **', '** ', ' _', '\n> ')
    fc.assert(
      fc.property(words, fc.array(separators, { minLength: 1, maxLength: 9 }), (words, separators) => {
        const source = words.map((word, index) => word + separators[index % separators.length]).join('')
        expect(letters(said(source).join(''))).toBe(letters(words.join('')))
      }),
    )
  })
})
