interface Mathematics {
  /** NaN for what has no result among the real numbers */
  evaluate(expression: string): number
  /** undefined when the units do not measure the same */
  convert(value: number, from: string, to: string): number | undefined
}

/** Functions of mathjs that reach beyond a sum; its own documentation advises to take them away. */
const WITHHELD = [
  'import',
  'createUnit',
  'reviver',
  'evaluate',
  'parse',
  'simplify',
  'derivative',
  'resolve',
  'compile',
  'parser',
]

let loading: Promise<Mathematics> | undefined

/**
 * mathjs, loaded when the first sum is asked for: that takes longer than all the rest of the responder. Numbers are
 * doubles, so that no expression can take long or grow large.
 */
export const mathematics = (): Promise<Mathematics> => (loading ??= load())

async function load(): Promise<Mathematics> {
  const { all, create } = await import('mathjs')
  const math = create(all ?? {}, { number: 'number', predictable: true })
  const evaluate = math.evaluate.bind(math)
  math.createUnit('measuringCup', '240 ml')
  math.import(Object.fromEntries(WITHHELD.map((name) => [name, refuse])), { override: true })
  return {
    evaluate(expression) {
      const result: unknown = evaluate(expression)
      return typeof result === 'number' ? result : Number.NaN
    },
    convert(value, from, to) {
      const source = math.unit(value, from)
      return source.equalBase(math.unit(1, to)) ? source.toNumber(to) : undefined
    },
  }
}

function refuse(): never {
  throw new Error('This function is withheld.')
}
