import { expect, it } from 'vitest'
import { draftOf, fieldsOf, NEW_ENDPOINT } from './endpoint-draft.ts'

const GOOD = {
  ...NEW_ENDPOINT,
  name: ' House ',
  baseUrl: 'http://127.0.0.1:8000/v1',
  models: 'a\n\n b:latest ',
}

it('reads the form, and omits an empty key', () => {
  const draft = draftOf(GOOD)
  expect(draft).toMatchObject({
    name: 'House',
    models: ['a', 'b:latest'],
    prices: null,
    access: { kind: 'everyone' },
  })
  expect(draft).not.toHaveProperty('apiKey')
})

it.each([
  [{ name: ' ' }, 'invalidName'],
  [{ baseUrl: 'api.example.org' }, 'invalidUrl'],
  [{ baseUrl: 'ftp://example.org' }, 'invalidUrl'],
  [{ models: 'two words' }, 'invalidModels'],
  [{ speechModel: '<b>' }, 'invalidModels'],
  [{ access: 'plans' as const }, 'invalidPlans'],
  [{ access: 'organizations' as const }, 'invalidTeams'],
  [{ access: 'people' as const, emails: 'ann' }, 'invalidEmails'],
  [{ priceIn: '1' }, 'invalidPrice'],
  [{ priceIn: '-1', priceOut: '2' }, 'invalidPrice'],
])('rejects %o', (change, error) => {
  expect(draftOf({ ...GOOD, ...change })).toMatchObject({ error })
})

it('reads prices with a comma, people, teams and plans', () => {
  expect(draftOf({ ...GOOD, priceIn: '2,5', priceOut: '10' })).toMatchObject({
    prices: { input: 2.5, output: 10 },
  })
  expect(draftOf({ ...GOOD, access: 'people', emails: 'a@b.org, c@d.org,' })).toMatchObject({
    access: { kind: 'people', emails: ['a@b.org', 'c@d.org'] },
  })
  expect(draftOf({ ...GOOD, access: 'organizations', organizationIds: ['o-1'] })).toMatchObject({
    access: { kind: 'organizations', organizationIds: ['o-1'] },
  })
  expect(draftOf({ ...GOOD, access: 'plans', plans: ['basic'] })).toMatchObject({
    access: { kind: 'plans', plans: ['basic'] },
  })
})

it('shows a stored endpoint as it would be sent again', () => {
  const sent = draftOf({ ...GOOD, priceIn: '1', priceOut: '2', access: 'plans', plans: ['basic'] })
  if ('error' in sent) throw new Error(sent.error)
  const { apiKey: _, headers: __, ...stored } = sent
  const endpoint = {
    ...stored,
    id: 'ep-1',
    version: 1,
    hasKey: true,
    headerNames: [],
    isReadable: true,
    trouble: null,
  }
  expect(draftOf(fieldsOf(endpoint))).toEqual(sent)
})
