import { expect, it } from 'vitest'
import { screenSizeOf } from './screen-size.ts'

it.each([
  [0, 'small'],
  [639, 'small'],
  [640, 'medium'],
  [1023, 'medium'],
  [1024, 'large'],
  [1535, 'large'],
  [1536, 'xlarge'],
  [4000, 'xlarge'],
])('a page %d pixels wide is %s', (width, size) => expect(screenSizeOf(width)).toBe(size))
