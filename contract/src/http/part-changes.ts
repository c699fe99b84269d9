import { z } from 'zod'

type Settable<S extends z.ZodRawShape> = {
  [F in keyof S]: F extends 'id' ? S[F] : z.ZodOptional<S[F] extends z.ZodDefault<infer Inner> ? Inner : S[F]>
}

/**
 * Changes of single parts of a meeting, as `PartChanges` of `meetings/parts.ts`, so that concurrent changes
 * of different users do not overwrite each other.
 */
export function partChanges<S extends z.ZodRawShape & { id: z.ZodString }>(
  part: z.ZodObject<S>,
  max: number,
  /** the schema of a whole part in requests, if it differs */
  put: z.ZodType<z.output<z.ZodObject<S>>> = part,
) {
  const fields = Object.entries(part.shape as z.ZodRawShape).map(([name, schema]) => [
    name,
    name === 'id' ? schema : z.optional(schema instanceof z.ZodDefault ? schema.unwrap() : schema),
  ])
  return z
    .object({
      /** each replaces the part with its id, or is added */
      put: z.array(put).max(max).optional(),
      /** fields of existing parts; others are skipped */
      set: z
        .array(z.object(Object.fromEntries(fields) as Settable<S>))
        .max(max)
        .optional(),
      /** parts that no longer exist are skipped */
      remove: z.array(part.shape.id).max(max).optional(),
    })
    .optional()
}
