import { expect, it } from 'vitest'
import { azureAddress } from './azure.ts'

const HOST = 'https://x.openai.azure.com'
const DEPLOYMENT = `${HOST}/openai/deployments/our-gpt`

it.each([
  [HOST, `${HOST}/openai/v1`, ''],
  [`${HOST}/`, `${HOST}/openai/v1`, ''],
  [`${HOST}/openai`, `${HOST}/openai/v1`, ''],
  [`${HOST}/openai/v1`, `${HOST}/openai/v1`, ''],
  [`${HOST}/openai/v1/?api-version=preview`, `${HOST}/openai/v1`, '?api-version=preview'],
  [
    'https://x.services.ai.azure.com/api/projects/p/openai/v1',
    'https://x.services.ai.azure.com/api/projects/p/openai/v1',
    '',
  ],
  [`${HOST}?api-version=2024-10-21`, DEPLOYMENT, '?api-version=2024-10-21'],
  [`${HOST}/openai?api-version=2024-10-21`, DEPLOYMENT, '?api-version=2024-10-21'],
  [
    `${HOST}/openai/deployments/other/chat/completions?api-version=2024-10-21`,
    DEPLOYMENT,
    '?api-version=2024-10-21',
  ],
  [
    'https://gateway.example.org/models?api-version=2024-10-21',
    'https://gateway.example.org/models/openai/deployments/our-gpt',
    '?api-version=2024-10-21',
  ],
])('finds the address of a deployment from %s', (entered, baseUrl, query) => {
  expect(azureAddress(entered, 'our-gpt')).toEqual({ baseUrl, query })
})

it('escapes the name of a deployment', () => {
  expect(azureAddress(`${HOST}?api-version=1`, 'a/../b').baseUrl).toBe(
    `${HOST}/openai/deployments/a%2F..%2Fb`,
  )
})
