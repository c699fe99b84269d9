import { z } from 'zod'

type Settable<S extends z.ZodRawShape> = {
  [F in keyof S]: F extends 'id' ? S[F] : z.ZodOptional<S[F] extends z.ZodDefault<infer Inner> ? Inner : S[F]>
}

/** Changes of single parts of a meeting, as `PartChanges` of `meetings/parts.ts`: nobody takes away what another has changed meanwhile. */
export function partChanges<S extends z.ZodRawShape & { id: z.ZodString }>(
  part: z.ZodObject<S>,
  max: number,
  /** a whole part as requests have it, where that differs */
  put: z.ZodType<z.output<z.ZodObject<S>>> = part,
) {
  const fields = Object.entries(part.shape as z.ZodRawShape).map(([name, schema]) => [
    name,
    name === 'id' ? schema : z.optional(schema instanceof z.ZodDefault ? schema.unwrap() : schema),
  ])
  return z
    .object({
      /** each takes the place of the one with its id, or comes to the others */
      put: z.array(put).max(max).optional(),
      /** fields of those that are there; others are passed over */
      set: z
        .array(z.object(Object.fromEntries(fields) as Settable<S>))
        .max(max)
        .optional(),
      /** what is not there any more is passed over */
      remove: z.array(part.shape.id).max(max).optional(),
    })
    .optional()
}
