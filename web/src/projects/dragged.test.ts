import { expect, it } from 'vitest'
import { droppedIn, dragItems } from './dragged.ts'

/** The data of a drag, as browsers hand it over. */
function transfer(data: Readonly<Record<string, string>> = {}, files: readonly File[] = []) {
  const stored = new Map(Object.entries(data))
  return {
    get types() {
      return [...stored.keys(), ...(files.length > 0 ? ['Files'] : [])]
    },
    files: files as unknown as FileList,
    effectAllowed: 'none',
    setData: (type: string, text: string) => void stored.set(type, text),
    getData: (type: string) => stored.get(type) ?? '',
  }
}

it('hands over what was dragged', () => {
  const dataTransfer = transfer()
  dragItems({ dataTransfer } as never, { kind: 'conversation', ids: ['a', 'b'] })
  expect(droppedIn(dataTransfer)).toEqual({ kind: 'conversation', ids: ['a', 'b'] })
})

it('hands over files', () => {
  const file = new File(['x'], 'x.txt')
  expect(droppedIn(transfer({}, [file]))).toEqual({ kind: 'file', files: [file] })
})

it.each([
  ['nothing', {}],
  ['another program’s text', { 'text/plain': '{"kind":"conversation","ids":["a"]}' }],
  ['no JSON', { 'application/x-vee-items': 'x' }],
  ['another kind', { 'application/x-vee-items': '{"kind":"user","ids":["a"]}' }],
  ['no ids', { 'application/x-vee-items': '{"kind":"meeting","ids":[]}' }],
  ['no list', { 'application/x-vee-items': 'null' }],
])('takes %s for nothing', (_, data) => {
  expect(droppedIn(transfer(data))).toBeUndefined()
})
