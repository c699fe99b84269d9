import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { importMeetings } from '@vee/contract/http/meetings/meetings'
import { DomainError } from '#domain/errors/domain-error.ts'
import { validate } from './validate.ts'

const transcriptLine = z.object({
  text: z.string(),
  speaker: z.string().optional(),
  at: z.number().optional(),
})
const schema = z.object({
  title: z.string().optional(),
  lines: z.array(transcriptLine).max(20_000).default([]),
})

function validationErrorOf(input: unknown, zodType: z.ZodType = schema): DomainError {
  try {
    validate(zodType, input)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('was taken')
}

function processorTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const names = (prefix: string) => Array.from({ length: 6 }, (_, index) => `${prefix}${index}`)

const optional = (prefix: string) =>
  Object.fromEntries(names(prefix).map((name) => [name, z.string().optional()]))
const nulls = (prefix: string) => Object.fromEntries(names(prefix).map((name) => [name, null]))

it('counts the keys of an object without spreading them', () => {
  const record = z.record(z.string(), z.number())
  const keys = Object.fromEntries(Array.from({ length: 900_000 }, (_, index) => [`k${index}`, 1]))
  expect(validate(record, keys)['k899999']).toBe(1)
})

describe('a null', () => {
  it('counts as omitted, in any number of entries', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ({
      text: 'a',
      speaker: index % 2 === 0 ? null : 'Ann',
      at: index % 3 === 0 ? null : 1,
    }))
    const input = { title: null, lines }
    const read = validate(schema, input)
    expect(read.title).toBeUndefined()
    expect(read.lines[0]).toEqual({ text: 'a' })
    expect(read.lines[1]).toEqual({ text: 'a', speaker: 'Ann', at: 1 })
    expect(input.lines[0]?.speaker).toBeNull()
  })

  it('counts as omitted in a dozen fields of a long body', () => {
    const meeting = z.object({
      ...optional('meeting'),
      cleared: z.string().nullish(),
      transcriptLines: z.array(transcriptLine.extend(optional('line'))),
      marks: z.array(z.object({ at: z.number(), note: z.object(optional('note')) })),
    })
    // Each line has another null, and the marks have theirs at the end.
    const transcriptLines = Array.from({ length: 1_000 }, (_, index) => ({
      text: 'a',
      [`line${index % 6}`]: null,
    }))
    const marks = Array.from({ length: 500 }, (_, position) => ({
      at: position,
      note: position === 499 ? nulls('note') : {},
    }))
    const body = { ...nulls('meeting'), cleared: null, transcriptLines, marks }
    expect(validate(meeting, body)).toEqual({
      cleared: null,
      transcriptLines: transcriptLines.map(() => ({ text: 'a' })),
      marks: marks.map(({ at }) => ({ at, note: {} })),
    })
    const wrong = { ...body, transcriptLines: [...transcriptLines, { text: null }] }
    expect(validationErrorOf(wrong, meeting).details).toMatchObject([{ path: 'transcriptLines.1000.text' }])
  })

  it('is invalid for a required field, and as a whole input', () => {
    expect(validationErrorOf({ lines: [{ text: null }] }).details).toMatchObject([{ path: 'lines.0.text' }])
    expect(validationErrorOf(null).code).toBe('VALIDATION')
    expect(validationErrorOf(null, z.object({}).optional()).code).toBe('VALIDATION')
  })
})

describe('an input with many errors', () => {
  it('returns at most twenty of them', () => {
    expect(validationErrorOf({ lines: Array.from({ length: 600 }, () => ({})) }).details).toHaveLength(20)
  })

  it.each([
    ['empty lines', { lines: Array.from({ length: 20_000 }, () => ({})) }, schema],
    [
      'nulls in many fields',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, null])),
      z.record(z.string(), z.string()),
    ],
    [
      'lists in lists',
      // A parser of JSON takes lists as deep as its body is long.
      { title: null, lines: 3, more: JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) },
      schema.loose(),
    ],
    ['nulls', { lines: Array.from({ length: 20_000 }, () => ({ text: null })) }, schema],
    [
      'lines of many meetings',
      {
        meetings: Array.from({ length: 100 }, () => ({
          transcriptLines: Array.from({ length: 20_000 }, () => ({})),
        })),
      },
      importMeetings.body.schema,
    ],
  ])('takes little processor time, made of %s', (_what, input, schema) => {
    expect(processorTime(() => validationErrorOf(input, schema))).toBeLessThan(1_000)
  })
})
