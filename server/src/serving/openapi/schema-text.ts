import type { JsonSchema } from './document.ts'

/** Returns a JSON Schema as a readable type: `{ text: string (at most 4096), speed?: number = 1 }`. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (alternatives) return alternatives.map((alternative) => schemaText(alternative, indent)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if (schema['type'] === 'array') return `${schemaText(asSchema(schema['items']), indent)}[]`
  if (schema['type'] === 'object') return objectText(schema, indent)
  const type = typeof schema['type'] === 'string' ? schema['type'] : 'any'
  const notes = notesOf(schema)
  return notes === '' ? type : `${type} (${notes})`
}

function objectText(schema: JsonSchema, indent: string): string {
  const properties = Object.entries(asSchema(schema['properties']))
  if (properties.length === 0)
    return `{ [name]: ${schemaText(asSchema(schema['additionalProperties']), indent)} }`
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  const deeper = `${indent}  `
  const lines = properties.map(([name, value]) => {
    const property = asSchema(value)
    const fallback = 'default' in property ? ` = ${JSON.stringify(property['default'])}` : ''
    return `${deeper}${name}${required.has(name) ? '' : '?'}: ${schemaText(property, deeper)}${fallback}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

const NOTES: Readonly<Record<string, string>> = {
  minLength: 'at least',
  maxLength: 'at most',
  minimum: 'from',
  maximum: 'to',
  exclusiveMinimum: 'above',
  minItems: 'at least',
  maxItems: 'at most',
}

/** Omits the bounds of safe integers, which zod always emits. */
function notesOf(schema: JsonSchema): string {
  return Object.entries(NOTES)
    .filter(([key]) => typeof schema[key] === 'number' && Math.abs(schema[key]) < Number.MAX_SAFE_INTEGER)
    .map(([key, words]) => `${words} ${String(schema[key])}`)
    .join(', ')
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {}
}
