import { expect, it } from 'vitest'
import { commandOf, possibleModelChoice } from './commands.ts'

const choice = (text: string, language: string) => {
  const surroundings = { language, agents: [{ id: 'tutor_agent', label: 'Tutor' }], wakeWords: ['vee'] }
  const command = commandOf(text, surroundings) ?? possibleModelChoice(text, surroundings)
  return command?.kind === 'choose-model' ? command.choice : command
}
/** Returns the role, or the name with `!` where the speaker called it a model. */
const chosen = (text: string, language: string) => {
  const command = choice(text, language)
  if (!command || 'kind' in command) return command?.kind
  return command.model === 'named' ? command.name + (command.isCertain ? '!' : '') : command.model
}

const SPOKEN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'en-US': {
    strong: [
      'Use the big one.',
      'Vee, use the bigger model, please.',
      'Switch to the smartest model.',
      'Answer with the large model.',
    ],
    fast: ['Use the fast one.', 'Could you switch to the faster model?', 'Use the small model now.'],
    automatic: [
      'Use the automatic model.',
      'Go back to the default model.',
      'Choose the model automatically.',
    ],
    claude: ['Answer with Claude.', 'Use Claude, please.', 'Switch to Claude.', 'Use the Claude model.'],
    'gpt 4o': ['Use GPT-4o.', 'Let’s use GPT 4o.'],
    'llama!': ['Use the model Llama.', 'Switch to model Llama.'],
  },
  'es-ES': {
    strong: ['Usa el grande.', 'Usa el modelo más potente, por favor.', 'Cambia al modelo grande.'],
    fast: ['Usa el rápido.', 'Cambia al modelo rápido.', '¿Puedes usar el modelo más rápido?'],
    automatic: ['Usa el modelo automático.', 'Elige tú el modelo.'],
    claude: ['Responde con Claude.', 'Usa Claude.'],
    'claude!': ['Usa el modelo Claude.'],
  },
  'fr-FR': {
    strong: ['Utilise le plus gros.', 'Passe au grand modèle.', 'Utilisez le modèle le plus puissant.'],
    fast: ['Utilise le plus rapide.', 'Passe au modèle rapide, s’il te plaît.'],
    automatic: ['Utilise le modèle automatique.', 'Choisis le modèle automatiquement.'],
    claude: ['Réponds avec Claude.', 'Utilise Claude.'],
    'claude!': ['Utilise le modèle Claude.'],
  },
  'de-DE': {
    strong: [
      'Nimm das große.',
      'Benutz bitte das große Modell.',
      'Wechsle zum stärkeren Modell.',
      'Antworte mit dem großen Modell.',
      'Kannst du das große Modell verwenden?',
    ],
    fast: ['Nimm das schnelle.', 'Nimm das schnelle Modell.', 'Wechsle zum schnelleren Modell.'],
    automatic: ['Nimm das automatische Modell.', 'Wähle das Modell automatisch.'],
    claude: ['Antworte mit Claude.', 'Nimm Claude.', 'Kannst du bitte mit Claude antworten?'],
    'claude!': ['Nimm das Modell Claude.'],
  },
  'it-IT': {
    strong: ['Usa quello grande.', 'Usa il modello più potente.', 'Passa al modello grande, per favore.'],
    fast: ['Usa il modello veloce.', 'Passa al più veloce.'],
    automatic: ['Usa il modello automatico.', 'Scegli tu il modello.'],
    claude: ['Rispondi con Claude.', 'Usa Claude.'],
    'claude!': ['Usa il modello Claude.'],
  },
  'pt-BR': {
    strong: ['Use o maior.', 'Use o modelo mais potente.', 'Mude para o modelo grande, por favor.'],
    fast: ['Use o mais rápido.', 'Mude para o modelo rápido.'],
    automatic: ['Use o modelo automático.', 'Escolha o modelo automaticamente.'],
    claude: ['Responda com Claude.', 'Use Claude.'],
    'claude!': ['Use o modelo Claude.'],
  },
  'ja-JP': {
    strong: ['大きい方を使って。', '一番賢いモデルにしてください。', '大きいモデルで答えて。'],
    fast: ['速い方を使ってください。', '速いモデルに切り替えて。'],
    automatic: ['自動のモデルを使って。', 'モデルを自動で選んで。'],
    claude: ['Claudeで答えて。', 'Claude を使ってください。'],
    クロード: ['クロードで答えてください。'],
    'claude!': ['モデルをClaudeに変えて。'],
  },
  'ko-KR': {
    strong: ['큰 모델 써 줘.', '더 큰 걸로 바꿔 줘.', '큰 모델로 대답해 주세요.'],
    fast: ['빠른 모델로 바꿔 주세요.', '빠른 걸로 해 줘.'],
    automatic: ['자동 모델 사용해 줘.', '모델을 자동으로 선택해 줘.'],
    클로드: ['클로드로 대답해 줘.'],
    claude: ['Claude를 사용해 줘.'],
    'claude!': ['모델을 Claude로 바꿔 줘.'],
  },
  'zh-CN': {
    strong: ['用大的。', '请用更强的模型。', '用那个大的模型回答。'],
    fast: ['用快的。', '换成快的模型。', '用最快的模型回答我。'],
    automatic: ['用自动模型。', '自动选择模型。'],
    claude: ['用Claude回答。', '换成 Claude。'],
    'claude!': ['把模型换成Claude。'],
  },
}

it.each(
  Object.entries(SPOKEN).flatMap(([language, choices]) =>
    Object.entries(choices).flatMap(([expected, texts]) =>
      texts.map((text) => [language, text, expected] as const),
    ),
  ),
)('%s: %j chooses %s', (language, text, expected) => expect(chosen(text, language)).toBe(expected))

it.each([
  ['en-US', 'Which one is the big one?'],
  ['en-US', 'The big one.'],
  ['en-US', 'I would use the big one for cooking and the small one for tea.'],
  ['en-US', 'Explain how to use the fast one in a race.'],
  ['en-US', 'What would Claude answer to this question?'],
  ['de-DE', 'Soll ich das große nehmen oder das kleine?'],
  ['de-DE', 'Was ist das größte Modell der Welt?'],
  ['fr-FR', 'Quel est le modèle le plus rapide ?'],
  ['es-ES', '¿Cuál es el modelo más grande?'],
  ['it-IT', 'Qual è il modello più grande?'],
  ['pt-BR', 'Qual é o maior modelo?'],
  ['ja-JP', '一番大きいモデルは何ですか'],
  ['ko-KR', '가장 큰 모델이 뭐야'],
  ['zh-CN', '最大的模型是什么'],
])('%s: %j chooses no model', (language, text) => {
  const command = choice(text, language)
  // A long name is checked against the models that exist: it is none of them.
  const isMessage = !command || ('model' in command && command.model === 'named' && !command.isCertain)
  expect(isMessage).toBe(true)
})

it('switches to an agent of that name first', () => {
  expect(chosen('Switch to Tutor.', 'en-US')).toBe('switch-agent')
})

it('a name that may be anything is not certainly a model', () => {
  expect(choice('Use metric units.', 'en-US')).toEqual({
    model: 'named',
    name: 'metric units',
    isCertain: false,
  })
  expect(choice('Use the model view controller pattern.', 'en-US')).toMatchObject({ isCertain: false })
  expect(choice('Use a loop that counts from one to ten and then stops.', 'en-US')).toBeUndefined()
})
