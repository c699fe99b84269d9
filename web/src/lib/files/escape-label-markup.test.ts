import { describe, expect, it } from 'vitest'
import { escapeLabelMarkup } from './escape-label-markup.ts'

describe('the source of a diagram', () => {
  it.each([
    ['A["<img src=x onerror=f()>"]', 'A["#lt;img src=x onerror=f()>"]'],
    ['A["<<img src=x onerror=f()>>"]', 'A["<#lt;img src=x onerror=f()>>"]'],
    ['A["</p><!--"]', 'A["#lt;/p>#lt;!--"]'],
    ['A["#lt;img src=x>"]', 'A["#lt;img src=x>"]'],
    ['A["#60;img src=x>"]', 'A["#lt;img src=x>"]'],
    ['A["&lt;img src=x>"]', 'A["#lt;img src=x>"]'],
    ['A["&#x3C;img src=x>"]', 'A["#lt;img src=x>"]'],
    ['A["<br onload=f()>"]', 'A["#lt;br onload=f()>"]'],
  ])('loses the tags of labels: %s', (source, expected) => {
    expect(escapeLabelMarkup(source)).toBe(expected)
  })

  it.each([
    'A["one<br/>two<br>three<br />four"]',
    'A <--> B',
    'classDef dark fill:#060;stroke:#606060',
    'Animal <|-- Duck',
    'class Shape { <<interface>> }',
    'state fork <<choice>>',
    'A["2 < 3"]',
    'Alice<<->>John: hello',
  ])('keeps %s', (source) => {
    expect(escapeLabelMarkup(source)).toBe(source)
  })
})
