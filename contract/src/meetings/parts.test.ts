import { expect, it } from 'vitest'
import fc from 'fast-check'
import { joinedParts, type PartChanges, withParts } from './parts.ts'

interface Thing {
  readonly id: string
  readonly text: string
  readonly done: boolean
}
const thing = (id: string, text = id): Thing => ({ id, text, done: false })
const told = (parts: readonly Thing[]) =>
  parts.map(({ id, text, done }) => `${id} ${text}${done ? ' done' : ''}`)

it('replace the part with the same id or are added, and leave other parts unchanged', () => {
  const before = [thing('a'), thing('b'), thing('c'), thing('d')]
  const changes: PartChanges<Thing> = {
    put: [thing('b', 'B'), thing('new')],
    set: [
      { id: 'c', done: true },
      { id: 'gone', done: true },
    ],
    remove: ['a', 'gone'],
  }
  expect(told(withParts(before, changes))).toEqual(['b B', 'c c done', 'd d', 'new new'])
})

it('by two users to one part preserve the fields of both', () => {
  const first = withParts([thing('a')], { set: [{ id: 'a', done: true }] })
  expect(told(withParts(first, { set: [{ id: 'a', text: 'A', done: undefined }] }))).toEqual(['a A done'])
})

it('that put a part twice apply the last one, even if it is also removed', () => {
  const put = [thing('x', 'first'), thing('x', 'last')]
  expect(told(withParts([], { put, remove: ['x'] }))).toEqual(['x last'])
})

const ids = fc.constantFrom('a', 'b', 'c', 'd')
const parts = fc.array(fc.record({ id: ids, text: fc.string({ maxLength: 2 }), done: fc.boolean() }))
const changes: fc.Arbitrary<PartChanges<Thing>> = fc.record(
  {
    put: parts,
    set: fc.array(
      fc.record({ id: ids, text: fc.string({ maxLength: 2 }), done: fc.boolean() }, { requiredKeys: ['id'] }),
    ),
    remove: fc.array(ids),
  },
  { requiredKeys: [] },
)
const sorted = (list: readonly Thing[]) => told(list).toSorted()

it('have the same result when applied in sequence and when merged', () => {
  fc.assert(
    fc.property(parts, changes, changes, (list, first, then) => {
      const before = withParts([], { put: list })
      expect(sorted(withParts(before, joinedParts(first, then)))).toEqual(
        sorted(withParts(withParts(before, first), then)),
      )
    }),
  )
})
