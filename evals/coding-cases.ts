import { all, asks, avoids, hasCode, hasWords, passes, says, shows, type EvalCase } from './graders.ts'

const JS = (name: string, what: string) =>
  `Write a JavaScript function ${name} that ${what}. Only the function.`

const QUESTION = 'Given a list of integers, return the length of the longest run of equal values.'

/** The Coding Assistant, the Coding Interviewer and the LC Audit Aide. */
export const CODING_CASES: readonly EvalCase[] = [
  ...(
    [
      [
        'sums nested lists',
        JS('total(list)', 'adds up numbers in lists within lists'),
        passes('total([1, [2, [3]], 4]) === 10'),
      ],
      [
        'groups words',
        JS('anagrams(words)', 'groups words with the same letters, in the order of their first word'),
        passes(
          'JSON.stringify(anagrams(["tea", "tan", "eat"])) === JSON.stringify([["tea", "eat"], ["tan"]])',
        ),
      ],
      [
        'handles an empty list',
        JS('average(numbers)', 'returns the mean, and 0 for an empty list'),
        passes('average([]) === 0 && average([1, 2]) === 1.5'),
      ],
      [
        'escapes HTML',
        JS('escapeHtml(text)', 'escapes &, <, >, " and \''),
        passes('escapeHtml("<a b=\\"&\\">").includes("&lt;a") && escapeHtml("&lt;") === "&amp;lt;"'),
      ],
      [
        'parses without eval',
        JS('evaluate(text)', 'calculates sums of whole numbers such as "1 + 2 - 3", without eval'),
        all(avoids(/\beval\(/, 'eval'), passes('evaluate("10 - 3 + 2") === 9')),
      ],
      [
        'finds the fault',
        'What is wrong? ```js\nfor (var i = 0; i < 3; i++) setTimeout(() => console.log(i))\n```',
        says(/\blet\b|closure|scope/i, 'the cause'),
      ],
      [
        'names the complexity',
        'What is the time complexity of binary search?',
        says(/log\s*\(?\s*n/i, 'O(log n)'),
      ],
      [
        'writes SQL',
        'SQL: the three customers with the highest sum of orders (orders.customer_id, orders.total).',
        all(
          hasCode(/^sql$/, 'SQL'),
          says(/group by/i, 'GROUP BY'),
          says(/limit 3|top 3|fetch first 3/i, 'three'),
        ),
      ],
      [
        'warns of an injection',
        'Is this safe? `db.query("select * from users where name = \'" + name + "\'")`',
        says(/injection/i, 'SQL injection'),
      ],
      ['explains briefly', 'In one sentence: what does git rebase do?', hasWords(5, 60)],
    ] as const
  ).map(([name, ask, grade]): EvalCase => ({ agent: 'coding_assistant', name, ask, grade })),
  ...(
    [
      ['begins with one question', 'Interview me about arrays.', asks],
      ['gives no solution', `My task: ${QUESTION} I have no idea.`, avoids(/```/, 'code')],
      [
        'asks about edge cases',
        `${QUESTION} I would loop once and count. Is that all?`,
        says(/empty|edge|one element|negative|test/i, 'an edge case'),
      ],
      [
        'asks for the complexity',
        `${QUESTION} I loop once and keep the best count.`,
        says(/complex|O\(|time|space|test|example|code/i, 'what comes next'),
      ],
      [
        'stays with the task',
        `My task: ${QUESTION} What is the weather?`,
        says(/task|problem|interview|back|focus|run/i, 'the task'),
      ],
      [
        'corrects politely',
        'Sorting needs O(n) at best, so I sort first.',
        says(/n log n|compar/i, 'the right bound'),
      ],
      ['takes its time', 'I need a minute to think.', hasWords(1, 60)],
      ['gives one hint', `${QUESTION} Give me a small hint.`, all(avoids(/```/, 'code'), hasWords(3, 90))],
      [
        'adapts to the language',
        'Ich möchte ein Interview auf Deutsch über Listen.',
        says(/\b(der|die|das|wie|du|liste|würden|würdest)\b/i, 'it in German'),
      ],
      [
        'ends with a summary when asked',
        'We are done. How was I? I solved two sum in O(n) with a map.',
        says(/map|O\(n\)|complement|good|strong|improve/i, 'what was good'),
      ],
    ] as const
  ).map(([name, ask, grade]): EvalCase => ({ agent: 'coding_interviewer', name, ask, grade })),
  ...(
    [
      [
        'names the better bound',
        'Two nested loops find two numbers with a given sum. Audit it.',
        says(/O\(n\)|hash|map/i, 'the linear solution'),
      ],
      ['finds an overflow', 'Audit: `int mid = (low + high) / 2;`', says(/overflow/i, 'the overflow')],
      [
        'finds an off by one',
        'Audit: `for (let i = 0; i <= list.length; i++) sum += list[i]`',
        says(/off.by.one|<=|out of|undefined|NaN/i, 'the off-by-one'),
      ],
      [
        'finds the missing case',
        'Audit: `const max = list => list.reduce((a, b) => Math.max(a, b))`',
        says(/empty/i, 'the empty list'),
      ],
      [
        'names the space',
        'What space does a recursive depth-first search take in a tree of height h?',
        says(/O\(h\)|stack|height/i, 'O(h)'),
      ],
      [
        'proposes tests',
        'Which tests for a function that reverses a linked list?',
        says(/empty|null|single|one node/i, 'the edge cases'),
      ],
      [
        'sees an aliasing fault',
        'Audit: `const rows = Array(3).fill([])`',
        says(/same|shared|reference|alias/i, 'the shared row'),
      ],
      [
        'sees floating point',
        'Audit: `if (0.1 + 0.2 === 0.3) pay()`',
        says(/float|precision|epsilon|round/i, 'the precision'),
      ],
      [
        'explains a greedy fault',
        'Greedy change for 6 with coins 1, 3, 4. Right?',
        says(/3\s*\+\s*3|two coins|not optimal|dynamic/i, 'the better change'),
      ],
      [
        'names amortized cost',
        'What does appending to a dynamic array cost?',
        says(/amorti[sz]ed/i, 'amortized'),
      ],
    ] as const
  ).map(([name, ask, grade]): EvalCase => ({ agent: 'lc_audit_aide', name, ask, grade })),
  {
    agent: 'lc_audit_aide',
    name: 'shows slides of a binary search',
    ask: 'Audit: find the first position of a value in a sorted array with duplicates.',
    more: { acceptsResults: true, resultKind: 'audit_slides' },
    grade: shows('audit_slides'),
  },
]
