import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface MediaTypes {
  readonly [mediaType: string]: { readonly schema: object }
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: MediaTypes; readonly 'x-error-codes'?: readonly string[] }>
  >
}

/** The server's own API description, as any program may fetch it. */
export interface PublishedContract {
  /** the endpoints, such as `GET /chat/replies/{replyId}/stream` */
  readonly calls: readonly string[]
  /** Returns how a response deviates from the document; undefined if it does not. */
  faultOf(method: string, path: string, answer: DescribedAnswer): string | undefined
}

interface DescribedAnswer {
  readonly status: number
  readonly contentType: string | null
  /** the JSON of a response; for a stream, each of its events; for a response to HEAD, none */
  readonly values: readonly unknown[]
}

export function readContract(document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: object
}): PublishedContract {
  const ajv = new Ajv2020({ strict: false, formats: { date: true, 'date-time': true } })
  ajv.addSchema({ $id: 'vee', components: document.components })
  const validators = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const known = validators.get(schema)
    if (known) return known
    const withRoot = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components', '"vee#/components'),
    ) as object
    const validator = ajv.compile(withRoot)
    validators.set(schema, validator)
    return validator
  }
  const operationAt = (method: string, path: string) => {
    // Concrete paths have priority over templated ones (OpenAPI 3.1, Paths Object).
    const [operations] = Object.entries(document.paths)
      .filter(([template]) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
      .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
    return operations?.[1][method.toLowerCase()]
  }

  return {
    calls: Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    faultOf(method, path, { status, contentType, values }) {
      const described = operationAt(method, path.split('?')[0] ?? '')?.responses[status]
      if (!described) return `status ${status} is not described`
      const mediaType = contentType?.split(';')[0] ?? ''
      if (!described.content) return mediaType === '' ? undefined : `${mediaType} where nothing is described`
      const media = described.content[mediaType]
      if (!media) return `the type ${mediaType} is not described`
      const validate = validatorOf(media.schema)
      for (const value of values) if (!validate(value)) return ajv.errorsText(validate.errors)
      const error = (values[0] as { readonly error?: unknown } | undefined)?.error
      // OpenAI's protocol has an object with the code.
      const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : error
      const codes = described['x-error-codes']
      return codes === undefined || values.length === 0 || codes.includes(String(code))
        ? undefined
        : `the code ${String(code)} is not described`
    },
  }
}
