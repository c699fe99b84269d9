/*
 * Finds names that make a reader decode: a parameter or field of one of our own types that shares no word with it, and
 * ambiguous names of parameters, variables and functions.
 */
import type { Node, Program, TSType } from 'oxc-parser'
import { AMBIGUOUS_NAMES, ROLE_NAMES, VALUE_TYPES } from './role-names.ts'

/** Generic types that hold values of their only argument. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'Array',
  'AsyncIterable',
  'Partial',
  'Promise',
  'Readonly',
  'ReadonlyArray',
  'ReadonlySet',
  'Set',
  'WithoutAt',
  'WithoutLiveId',
])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function visit(node: Node, look: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  look(node, parent)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, look, node)
}

/** Returns the names of the types that the source files define. */
export function ownTypes(programs: readonly Program[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const program of programs)
    visit(program, (node) => {
      if (
        (node.type === 'TSInterfaceDeclaration' ||
          node.type === 'TSTypeAliasDeclaration' ||
          node.type === 'ClassDeclaration') &&
        node.id
      )
        names.add(node.id.name)
    })
  return names
}

/** Returns the words of a name, in the singular. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]+/)
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        .replace(/(x|ch|sh)es$/, '$1')
        .replace(/(?<=..)s$/, ''),
    )

/** Returns the name of the type of a value, or of the values in a list, a set or a promise. */
function nameOfType(type: TSType): string | undefined {
  if (type.type === 'TSTypeOperator') return nameOfType(type.typeAnnotation)
  if (type.type === 'TSArrayType') return nameOfType(type.elementType)
  if (type.type === 'TSUnionType') {
    const [named, ...others] = type.types.filter(
      (member) => member.type === 'TSTypeReference' || member.type === 'TSArrayType',
    )
    return named && others.length === 0 ? nameOfType(named) : undefined
  }
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined
  const [argument] = type.typeArguments?.params ?? []
  return argument && CONTAINERS.has(type.typeName.name) ? nameOfType(argument) : type.typeName.name
}

/** Returns the name and the written type of a parameter or field. */
function typedName(node: Node, parent: Node | undefined): readonly [name: string, type: TSType] | undefined {
  if (node.type === 'Identifier' && node.typeAnnotation && parent?.type !== 'VariableDeclarator')
    return [node.name, node.typeAnnotation.typeAnnotation]
  if ((node.type !== 'TSPropertySignature' && node.type !== 'PropertyDefinition') || !node.typeAnnotation)
    return undefined
  const { key, typeAnnotation } = node
  return key.type === 'Identifier' || key.type === 'PrivateIdentifier'
    ? [key.name, typeAnnotation.typeAnnotation]
    : undefined
}

/** Returns the name that a node declares for a parameter, a variable or a function. */
function declaredName(node: Node): string | undefined {
  if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier' ? node.id.name : undefined
  if (node.type === 'FunctionDeclaration') return node.id?.name
  return node.type === 'Identifier' && node.typeAnnotation ? node.name : undefined
}

/**
 * Returns a sentence for each name of a source file that a reader has to decode.
 * @param types the names of our own types
 */
export function obscureNames(program: Program, types: ReadonlySet<string>): readonly string[] {
  const faults = new Set<string>()
  visit(program, (node, parent) => {
    const declared = declaredName(node)
    if (declared !== undefined && AMBIGUOUS_NAMES.has(declared))
      faults.add(`${declared} has too many meanings`)
    const [name, type] = typedName(node, parent) ?? []
    const typeName = type && nameOfType(type)
    if (name === undefined || typeName === undefined || !types.has(typeName)) return
    if (ROLE_NAMES.has(name) || VALUE_TYPES.has(typeName)) return
    const words = wordsOf(typeName)
    if (!wordsOf(name).some((word) => words.includes(word)))
      faults.add(`${name} shares no word with its type ${typeName}`)
  })
  return [...faults]
}
