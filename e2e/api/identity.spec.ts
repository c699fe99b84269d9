import { expect, test } from './api.ts'

test('a session begins with the passphrase and ends with signing out', async ({ api }) => {
  const nobody = { authenticated: false, user: null, tokenProvider: null }
  expect((await api.call('GET', '/auth')).json).toEqual(nobody)
  const headers = await api.signIn()
  expect((await api.call('GET', '/auth', { headers })).json).toMatchObject({
    authenticated: true,
    tokenProvider: 'global',
    user: { kind: 'global', subscription: { status: 'none' } },
  })
  for (const _ of ['alive', 'dead already']) {
    expect(await api.call('DELETE', '/auth', { headers })).toMatchObject({ status: 204, text: '' })
  }
  const dead = await api.call('GET', '/auth', { headers })
  expect(dead).toMatchObject({ status: 401, json: { error: 'SESSION_EXPIRED' } })
})

test("an invalid token does not prevent signing in, or reading the server's status", async ({ api }) => {
  const headers = { authorization: 'Bearer dead' }
  for (const path of ['/health', '/ready', '/system/llm-status']) {
    expect((await api.call('GET', path, { headers })).status).toBe(200)
  }
  expect((await api.call('GET', '/agents', { headers })).status).toBe(401)
})

test('requests without a required passphrase get that error', async ({ api }) => {
  for (const body of [{}, { password: '' }]) {
    const answer = await api.call('POST', '/auth/global', { body })
    expect(answer).toMatchObject({ status: 400, json: { message: 'Global password is required.' } })
  }
})

test('prompts are returned to signed-in users, by id and alias', async ({ api }) => {
  expect((await api.call('GET', '/prompts/v_agent')).status).toBe(401)
  const headers = await api.signIn()
  for (const id of ['v_agent', 'general', 'general-ai']) {
    expect((await api.call('GET', `/prompts/${id}`, { headers })).json).toMatchObject({ id: 'v_agent' })
  }
  for (const id of [
    'system-error',
    'public-welcome-placeholder',
    'nobody',
    '__proto__',
    '%00',
    '%F0%9F%8D%8B',
  ])
    expect((await api.call('GET', `/prompts/${id}`, { headers })).status).toBe(404)
})

test('the catalogue contains which agents are locked for the caller', async ({ api }) => {
  const locked = async (headers = {}) => {
    const { json } = await api.call('GET', '/agents', { headers })
    const { agents } = json as { agents: { id: string; locked: boolean }[] }
    return agents.flatMap(({ id, locked }) => (locked ? id : []))
  }
  expect(await locked()).toContain('nerf_agent')
  expect(await locked()).not.toContain('v_agent')
  expect(await locked(await api.signIn())).toEqual([])
})
