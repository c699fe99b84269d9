import { describe, expect, it } from 'vitest'
import { relevanceTo } from './relevance.ts'

const OTHER = ['I like the sea.', 'What is for dinner?', 'The weather is fine today.']

describe('relevance', () => {
  it('is between 0 and 1', () => {
    expect(relevanceTo('apple pie recipe', ['apple pie recipe', 'the sea'])).toEqual([1, 0])
  })

  it('weights a rare word more than one in every message', () => {
    const texts = ['the recipe for pancakes', 'the the the', ...OTHER]
    const [rare = 0, common = 0] = relevanceTo('the pancakes', texts)
    expect(rare).toBe(1)
    expect(common).toBeLessThan(0.5)
  })

  it('sees through case and accents', () => {
    expect(relevanceTo('CAFÉ crème', ['un cafe creme'])).toEqual([1])
  })

  it.each([
    ['en', 'Which database did we choose?', 'We choose the database PostgreSQL.'],
    ['es-ES', '¿Qué base de datos elegimos?', 'La base de datos será PostgreSQL.'],
    ['fr-FR', 'Quelle base de données avons-nous choisie ?', 'La base de données sera PostgreSQL.'],
    ['de-DE', 'Welche Datenbank nehmen wir?', 'Als Datenbank nehmen wir PostgreSQL.'],
    ['it-IT', 'Quale base di dati usiamo?', 'La base di dati è PostgreSQL, la usiamo da tempo.'],
    ['pt-BR', 'Qual banco de dados usamos?', 'O banco de dados é PostgreSQL.'],
    ['ja-JP', 'データベースは何を使いますか', 'データベースはPostgreSQLを使います。'],
    ['ko-KR', '데이터베이스는 무엇을 쓰나요?', '데이터베이스로는 PostgreSQL을 쓰나요, 네.'],
    ['zh-CN', '我们用什么数据库？', '数据库我们用PostgreSQL。'],
  ])('finds the subject of a question in %s', (_, question, text) => {
    const [about = 0, ...others] = relevanceTo(question, [text, ...OTHER])
    expect(about).toBeGreaterThanOrEqual(0.35)
    expect(Math.max(...others)).toBeLessThan(0.35)
  })

  it.each(['', '   ', '?!', 'a'])('of any text to %j is 0', (question) => {
    expect(relevanceTo(question, OTHER)).toEqual([0, 0, 0])
  })
})
