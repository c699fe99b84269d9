import type { MathNode } from 'mathjs'
import { z } from 'zod'
import { ownTool, ToolFailure } from './tool.ts'

/**
 * Functions that an expression may call. None of them builds large values, runs long or accesses anything
 * besides numbers.
 */
const FUNCTIONS: ReadonlySet<string> = new Set(
  `abs acos asin atan atan2 cbrt ceil cos cosh exp fix floor gcd lcm log log10 log1p log2 max mean median min mod pow
  round sign sin sinh sqrt square std sum tan tanh to variance`.split(/\s+/),
)
const NODES: ReadonlySet<string> = new Set([
  'ConstantNode',
  'FunctionNode',
  'OperatorNode',
  'ParenthesisNode',
  'SymbolNode',
])
const OPERATORS: ReadonlySet<string> = new Set(
  'add subtract multiply divide pow unaryMinus unaryPlus mod to factorial percentage'.split(' '),
)

type Evaluate = (expression: string) => string
let loading: Promise<Evaluate> | undefined

/**
 * Calculates expressions and converts units. mathjs is loaded on the first call, because loading takes longer
 * than most calculations.
 */
export const calculateTool = ownTool({
  name: 'calculate',
  description:
    'Works out an expression exactly: arithmetic, powers, roots, logarithms, trigonometry, statistics of a list of arguments, percentages as /100, and units. Examples: "12.5 * 8", "sqrt(2) ^ 3", "mean(3, 4, 8)", "5 km to mile", "72 degF to degC", "90 km/h to m/s", "sin(45 deg)".',
  input: z.object({ expression: z.string().trim().min(1).max(300) }),
  run: async ({ expression }) => (await (loading ??= load()))(expression),
})

async function load(): Promise<Evaluate> {
  const { all, create } = await import('mathjs')
  const math = create(all ?? {}, { number: 'number', predictable: true })
  return (expression) => {
    try {
      const tree = math.parse(expression)
      tree.traverse(assertAllowedNode)
      const value: unknown = tree.evaluate()
      return math.format(value, { precision: 14, lowerExp: -9, upperExp: 15 })
    } catch (error) {
      if (error instanceof ToolFailure) throw error
      const reason = error instanceof Error ? error.message : 'it cannot be read'
      throw new ToolFailure(`The expression could not be worked out: ${reason}`)
    }
  }
}

function assertAllowedNode(node: MathNode): void {
  if (!NODES.has(node.type))
    throw new ToolFailure('Only numbers, units, operators and functions are allowed.')
  if (node.type === 'ConstantNode' && typeof Reflect.get(node, 'value') !== 'number') {
    throw new ToolFailure('Only numbers, units, operators and functions are allowed.')
  }
  if (node.type === 'OperatorNode' && !OPERATORS.has(String(Reflect.get(node, 'fn')))) {
    throw new ToolFailure(`The operator ${String(Reflect.get(node, 'op'))} is not allowed.`)
  }
  if (node.type !== 'FunctionNode') return
  const name = String(Reflect.get(Reflect.get(node, 'fn') as object, 'name'))
  if (!FUNCTIONS.has(name)) throw new ToolFailure(`There is no function ${name} here.`)
}
