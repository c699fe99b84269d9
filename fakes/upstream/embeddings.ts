/** Length of the vectors. */
const DIMENSIONS = 384

/**
 * Returns a vector of hashed beginnings and runs of three characters: texts that share parts of words are close. It stands for a
 * model, and knows no synonyms.
 */
export function hashedVector(text: string): readonly number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0)
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  for (const word of folded.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const characters = Array.from(` ${word} `)
    for (let start = 0; start + 3 <= characters.length; start += 1)
      add(vector, characters.slice(start, start + 3).join(''), word.length > 3 ? 1 : 0.3)
    if (characters.length > 5) add(vector, characters.slice(0, 5).join(''), 1.5)
  }
  return vector.every((value) => value === 0) ? [1, ...vector.slice(1)] : vector
}

function add(vector: number[], feature: string, weight: number): void {
  // FNV-1a, of 32 bits.
  let hash = 0x81_1c_9d_c5
  for (const character of feature)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0
  const position = hash % DIMENSIONS
  vector[position] = (vector[position] ?? 0) + (hash & 0x80_00_00_00 ? -weight : weight)
}

/** Returns the answer of OpenAI's `POST /embeddings`; undefined for a body that is none of it. */
export function embeddingsAnswer(json: unknown): object | undefined {
  const { input, model } = Object(json) as { readonly input?: unknown; readonly model?: unknown }
  const texts = typeof input === 'string' ? [input] : input
  if (!Array.isArray(texts) || texts.length === 0 || !texts.every((text) => typeof text === 'string'))
    return undefined
  return {
    object: 'list',
    model,
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: hashedVector(text) })),
    usage: { prompt_tokens: Math.ceil(texts.join('').length / 4), total_tokens: 0 },
  }
}

/** Returns the answer of Gemini's `batchEmbedContents`; undefined for a body that is none of it. */
export function geminiEmbeddings(json: unknown): object | undefined {
  const { requests } = Object(json) as { readonly requests?: unknown }
  if (!Array.isArray(requests)) return undefined
  const texts = requests.map((request: unknown) => {
    const { content, taskType } = Object(request) as {
      readonly content?: { readonly parts?: readonly { readonly text?: string }[] }
      readonly taskType?: unknown
    }
    const isTask = taskType === 'RETRIEVAL_QUERY' || taskType === 'RETRIEVAL_DOCUMENT'
    return isTask ? content?.parts?.[0]?.text : undefined
  })
  if (!texts.every((text) => text !== undefined)) return undefined
  return { embeddings: texts.map((text) => ({ values: hashedVector(text) })) }
}
