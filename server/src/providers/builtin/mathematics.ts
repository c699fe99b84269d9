interface Mathematics {
  /** returns NaN for expressions without a real result */
  evaluate(expression: string): number
  /** returns undefined if the units measure different quantities */
  convert(value: number, from: string, to: string): number | undefined
}

/** Functions of mathjs that can do more than arithmetic; its documentation recommends disabling them. */
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
 * Returns mathjs, loaded on the first call, because loading takes longer than the rest of the responder.
 * Numbers are doubles, so that no expression can run long or use much memory.
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
