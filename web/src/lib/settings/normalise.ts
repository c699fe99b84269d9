import { normaliseLanguageCode } from '../language/language-code.ts'

/** Parses one stored value, which is untrusted: invalid values become the default. */
export interface SettingField<Value> {
  readonly fallback: Value
  readonly normalise: (stored: unknown) => Value
}

export function flag(fallback: boolean): SettingField<boolean> {
  return { fallback, normalise: (stored) => (typeof stored === 'boolean' ? stored : fallback) }
}

/** A number; values out of range are clamped. */
export function number(fallback: number, min: number, max: number): SettingField<number> {
  return {
    fallback,
    normalise(stored) {
      const isNumber = typeof stored === 'number' && !Number.isNaN(stored)
      return isNumber ? Math.min(max, Math.max(min, stored)) : fallback
    },
  }
}

/** An integer; decimals are rounded down, values out of range become the default. */
export function count(fallback: number, min: number, max: number): SettingField<number> {
  return {
    fallback,
    normalise: (stored) => {
      const integer = typeof stored === 'number' ? Math.floor(stored) : Number.NaN
      return integer >= min && integer <= max ? integer : fallback
    },
  }
}

/** `maxLength` in UTF-16 code units; longer text is truncated. */
export function textField(fallback: string, maxLength: number): SettingField<string> {
  return {
    fallback,
    normalise: (stored) => (typeof stored === 'string' ? stored.slice(0, maxLength) : fallback),
  }
}

/** A language with an optional region; Chinese may also have a script. */
const LANGUAGE = /^[a-z]{2,3}(-([A-Z]{2}){1,2}|-\d{3})?$/

/** A normalized language code; an empty or invalid one means the language of the interface. */
export function language(): SettingField<string> {
  return {
    fallback: '',
    normalise(stored) {
      const code = typeof stored === 'string' && stored.trim() !== '' ? normaliseLanguageCode(stored) : ''
      return LANGUAGE.test(code) ? code : ''
    },
  }
}

/** Distinct languages; invalid ones are dropped. */
export function languages(maxLength: number): SettingField<readonly string[]> {
  const field = language()
  return {
    fallback: [],
    normalise: (stored) => {
      const codes = Array.isArray(stored) ? stored.map(field.normalise).filter((code) => code !== '') : []
      return [...new Set(codes)].slice(0, maxLength)
    },
  }
}

/** Distinct, trimmed short texts; without any valid one the default. */
export function list(
  fallback: readonly string[],
  maxLength: number,
  maxItemLength: number,
): SettingField<readonly string[]> {
  return {
    fallback,
    normalise: (stored) => {
      if (!Array.isArray(stored)) return fallback
      const texts = stored.filter((item) => typeof item === 'string')
      const trimmed = texts
        .map((item) => item.slice(0, maxItemLength).trim().toLowerCase())
        .filter((item) => item !== '')
      const items = [...new Set(trimmed)].slice(0, maxLength)
      return items.length === 0 ? fallback : items
    },
  }
}

/** Distinct ids, unchanged; invalid ones are dropped. */
export function ids(maxLength: number, maxItemLength: number): SettingField<readonly string[]> {
  return {
    fallback: [],
    normalise: (stored) =>
      Array.isArray(stored)
        ? [...new Set(stored.filter(isShortText(maxItemLength)))].slice(0, maxLength)
        : [],
  }
}

const isShortText =
  (maxLength: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && value.length <= maxLength

/** Short texts by key; other types and empty texts are dropped. */
export function textByKey(
  maxEntries: number,
  maxLength: number,
): SettingField<Readonly<Record<string, string>>> {
  return {
    fallback: {},
    normalise(stored) {
      if (typeof stored !== 'object' || stored === null) return {}
      const entries = Object.entries(stored).filter(([, value]) => isShortText(maxLength)(value))
      return Object.fromEntries(entries.slice(-maxEntries))
    },
  }
}

export function choice<const Value extends string>(
  fallback: NoInfer<Value>,
  values: readonly Value[],
  earlierNames: Readonly<Record<string, Value>> = {},
): SettingField<Value> {
  const renamed = new Map(Object.entries(earlierNames))
  return {
    fallback,
    normalise: (stored) =>
      values.find((value) => value === stored) ??
      (typeof stored === 'string' ? renamed.get(stored) : undefined) ??
      fallback,
  }
}

export type Fields = Readonly<Record<string, SettingField<unknown>>>
export type ValuesOf<F extends Fields> = { readonly [Key in keyof F]: F[Key]['fallback'] }

/** Several fields under one name. Unknown names are dropped. */
export function group<F extends Fields>(fields: F): SettingField<ValuesOf<F>> {
  const read = (stored: object) => {
    const values = new Map<string, unknown>(Object.entries(stored))
    const entries = Object.entries(fields).map(([name, field]) => [name, field.normalise(values.get(name))])
    return Object.fromEntries(entries) as ValuesOf<F>
  }
  return {
    fallback: read({}),
    normalise: (stored) => read(typeof stored === 'object' && stored !== null ? stored : {}),
  }
}
