import { parse, type MathNode } from 'mathjs/number'

/** A row of the estimates. */
export interface NumberRow {
  readonly id: string
  /** the name of its result in later rows */
  readonly name: string
  /** a number, or a formula of the names above */
  readonly formula: string
}

type NumberProblem = 'name' | 'twice' | 'formula'

export interface CalculatedRow extends NumberRow {
  /** undefined if it cannot be calculated */
  readonly result: number | undefined
  readonly problem: NumberProblem | undefined
}

const NAME = /^[A-Za-z_]\w{0,40}$/
const FUNCTIONS: Readonly<Record<string, (...values: readonly number[]) => number>> = {
  ceil: Math.ceil,
  floor: Math.floor,
  round: Math.round,
  sqrt: Math.sqrt,
  log2: Math.log2,
  min: Math.min,
  max: Math.max,
}
const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '^': (a, b) => a ** b,
  '%': (a, b) => a % b,
}

/** Parses numbers as written in estimates: 1_000, 1,000,000 and 10k, 5M, 2G. */
const plain = (formula: string) =>
  formula
    .replaceAll(/(\d)[_ ](?=\d{3}\b)/g, '$1')
    // In the arguments of min and max, a comma is a separator.
    .replaceAll(/\b(?:min|max)\s*\([^()]*\)|(\d),(?=\d{3}(?!\d))/g, (match, digit?: string) => digit ?? match)
    .replaceAll(/(\d)\s?([kKMGT])\b/g, (_whole, digit: string, unit: string) => {
      const power = { k: 3, K: 3, M: 6, G: 9, T: 12 }[unit] ?? 0
      return `${digit}e${power}`
    })

/**
 * Evaluates only numbers, known names, + - * / ^ % and a few functions, because a formula may come from a
 * model.
 */
function valueOf(node: MathNode, values: ReadonlyMap<string, number>): number {
  const inner = (nodes: readonly MathNode[]) => nodes.map((each) => valueOf(each, values))
  if ('value' in node && typeof node.value === 'number') return node.value
  if (node.type === 'ParenthesisNode' && 'content' in node) return valueOf(node.content as MathNode, values)
  if (node.type === 'SymbolNode' && 'name' in node) {
    const value = values.get(String(node.name))
    if (value !== undefined) return value
  }
  if ('args' in node && Array.isArray(node.args)) {
    const [a, b, ...more] = inner(node.args as MathNode[])
    if (node.type === 'FunctionNode' && 'fn' in node) {
      const name = String((node.fn as { name?: unknown }).name)
      const call = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
      if (call && a !== undefined) return call(...[a, b, ...more].filter((value) => value !== undefined))
    }
    if (node.type === 'OperatorNode' && 'op' in node && a !== undefined) {
      const sign = String(node.op)
      if (b === undefined) return sign === '-' ? -a : a
      const operator = OPERATORS[sign]
      if (operator && more.length === 0) return operator(a, b)
    }
  }
  throw new Error(`${node.type} is not for estimates`)
}

function resultOf(formula: string, values: ReadonlyMap<string, number>): number | undefined {
  try {
    const value = valueOf(parse(plain(formula)), values)
    return Number.isFinite(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Computes all rows in order: a row can use the ones above it. */
export function recalculate(rows: readonly NumberRow[]): readonly CalculatedRow[] {
  const values = new Map<string, number>()
  return rows.map((row) => {
    const isNamed = NAME.test(row.name)
    const isTwice = values.has(row.name)
    const result = row.formula.trim() === '' ? undefined : resultOf(row.formula, values)
    if (isNamed && !isTwice && result !== undefined) values.set(row.name, result)
    const problem = problemOf(row, isNamed, isTwice, result)
    return { ...row, result, problem }
  })
}

function problemOf(
  { name, formula }: NumberRow,
  isNamed: boolean,
  isTwice: boolean,
  result: number | undefined,
): NumberProblem | undefined {
  if (name === '' && formula.trim() === '') return undefined
  if (!isNamed) return 'name'
  if (isTwice) return 'twice'
  return result === undefined ? 'formula' : undefined
}
