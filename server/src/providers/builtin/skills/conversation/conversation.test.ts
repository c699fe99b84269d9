import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { ask } from '../../fixtures/ask.ts'
import { textOf, type AnswerKey } from '../../locale-text.ts'

const CASES: Readonly<Record<Locale, Readonly<Record<string, AnswerKey>>>> = {
  en: {
    Hello: 'greeting',
    'thank you!': 'thanks',
    'Who are you?': 'whoAreYou',
    'What can you do?': 'abilities',
    'What can you do without a key?': 'abilities',
    'What is Vee?': 'aboutVee',
    'How do I connect a model?': 'connect',
    'How do I say "thank you" in Japanese?': 'cannotTranslate',
    'Remind me to call Ana at five': 'cannotRemind',
    'Flip a coin': 'heads',
    'Why is the sky blue?': 'unknown',
  },
  'es-ES': {
    '¡Hola!': 'greeting',
    'Muchas gracias': 'thanks',
    '¿Quién eres?': 'whoAreYou',
    '¿Qué puedes hacer?': 'abilities',
    '¿Qué puedes hacer sin una clave?': 'abilities',
    '¿Qué es Vee?': 'aboutVee',
    '¿Cómo conecto un modelo?': 'connect',
    'Traduce "casa" al inglés': 'cannotTranslate',
    'Recuérdame llamar a Ana': 'cannotRemind',
    '¿Cara o cruz?': 'heads',
    '¿Por qué el cielo es azul?': 'unknown',
  },
  'fr-FR': {
    'Bonjour !': 'greeting',
    'Merci beaucoup': 'thanks',
    'Qui êtes-vous ?': 'whoAreYou',
    'Que sais-tu faire ?': 'abilities',
    'Que sais-tu faire sans clé ?': 'abilities',
    'C’est quoi Vee ?': 'aboutVee',
    'Comment connecter un modèle ?': 'connect',
    'Traduis « maison » en anglais': 'cannotTranslate',
    'Rappelle-moi d’appeler Ana': 'cannotRemind',
    'Pile ou face ?': 'heads',
    'Pourquoi le ciel est-il bleu ?': 'unknown',
  },
  'de-DE': {
    'Guten Morgen!': 'greeting',
    'Vielen Dank': 'thanks',
    'Wer bist du?': 'whoAreYou',
    'Was kannst du?': 'abilities',
    'Was kannst du ohne Schlüssel?': 'abilities',
    'Was ist Vee?': 'aboutVee',
    'Wie kann ich ein Modell verbinden?': 'connect',
    'Übersetze „Haus“ ins Englische': 'cannotTranslate',
    'Erinnere mich an den Anruf': 'cannotRemind',
    'Wirf eine Münze': 'heads',
    'Warum ist der Himmel blau?': 'unknown',
  },
  'it-IT': {
    'Buongiorno!': 'greeting',
    'Grazie mille': 'thanks',
    'Chi sei?': 'whoAreYou',
    'Cosa sai fare?': 'abilities',
    'Cosa sai fare senza una chiave?': 'abilities',
    "Che cos'è Vee?": 'aboutVee',
    'Come collego un modello?': 'connect',
    'Traduci "casa" in inglese': 'cannotTranslate',
    'Ricordami di chiamare Ana': 'cannotRemind',
    'Testa o croce?': 'heads',
    'Perché il cielo è blu?': 'unknown',
  },
  'pt-BR': {
    'Olá!': 'greeting',
    'Muito obrigado': 'thanks',
    'Quem é você?': 'whoAreYou',
    'O que você sabe fazer?': 'abilities',
    'O que você sabe fazer sem uma chave?': 'abilities',
    'O que é o Vee?': 'aboutVee',
    'Como conectar um modelo?': 'connect',
    'Traduza "casa" para o inglês': 'cannotTranslate',
    'Me lembre de ligar para a Ana': 'cannotRemind',
    'Cara ou coroa?': 'heads',
    'Por que o céu é azul?': 'unknown',
  },
  'ja-JP': {
    こんにちは: 'greeting',
    ありがとうございます: 'thanks',
    あなたは誰ですか: 'whoAreYou',
    '何ができますか？': 'abilities',
    'キーなしで何ができますか？': 'abilities',
    Veeとは何ですか: 'aboutVee',
    'モデルを接続するには？': 'connect',
    '「家」を英語に翻訳して': 'cannotTranslate',
    '5時にリマインドして': 'cannotRemind',
    コインを投げて: 'heads',
    空はなぜ青いのですか: 'unknown',
  },
  'ko-KR': {
    안녕하세요: 'greeting',
    고마워요: 'thanks',
    '누구세요?': 'whoAreYou',
    '무엇을 할 수 있어요?': 'abilities',
    '키 없이 무엇을 할 수 있어요?': 'abilities',
    'Vee가 뭐예요?': 'aboutVee',
    '모델을 연결하려면?': 'connect',
    '"집"을 영어로 번역해 줘': 'cannotTranslate',
    '5시에 알람을 맞춰 줘': 'cannotRemind',
    '동전을 던져 줘': 'heads',
    '하늘은 왜 파란가요?': 'unknown',
  },
  'zh-CN': {
    '你好！': 'greeting',
    谢谢: 'thanks',
    '你是谁？': 'whoAreYou',
    '你能做什么？': 'abilities',
    '没有密钥你能做什么？': 'abilities',
    'Vee是什么？': 'aboutVee',
    '怎样连接模型？': 'connect',
    '把“房子”翻译成英语': 'cannotTranslate',
    五点提醒我: 'cannotRemind',
    抛硬币: 'heads',
    '天空为什么是蓝色的？': 'unknown',
  },
}

describe.each(LOCALES)('in %s', (locale) => {
  it.each(Object.entries(CASES[locale]))('%s → %s', async (message, answer) => {
    const expected = textOf(locale).answers[answer].replaceAll(/[\u00a0\u202f]/g, ' ')
    expect(await ask(message, { language: locale })).toContain(expected)
    expect(await ask(message)).toContain(expected)
  })
})

describe('chance', () => {
  it.each([
    ['Flip a coin', 0.9, 'Tails.'],
    ['Roll a dice', 0.99, 'You rolled 6.'],
    ['Pick a random number', 0, '1, picked from 1 to 100.'],
    ['Give me a random number between 5 and 10', 0.999, '10, picked from 5 to 10.'],
  ])('%s', async (message, random, expected) => {
    expect(await ask(message, { language: 'en', random })).toBe(expected)
  })
})

describe('repeating', () => {
  const earlier = [
    { role: 'user' as const, content: 'two plus two' },
    { role: 'assistant' as const, content: '4' },
  ]

  it.each([
    ['Say that again, please', 'en'],
    ['Noch einmal bitte', 'de-DE'],
    ['Répétez', 'fr-FR'],
    ['もう一度', 'ja-JP'],
    ['再说一遍', 'zh-CN'],
  ])('%s', async (message, language) => {
    expect(await ask(message, { language, earlier })).toBe('4')
  })

  it('has nothing to repeat at the beginning', async () => {
    expect(await ask('repeat', { language: 'en' })).toContain('nothing to repeat')
  })
})

it('replies in the requested language and understands the one that was used', async () => {
  expect(await ask('Was ist 3,5 mal 2?', { language: 'en' })).toBe('7')
  expect(await ask('Wer bist du?', { language: 'fr-FR' })).toBe(textOf('fr-FR').answers.whoAreYou)
})

it('uses the interface language only if the words do not indicate a language', async () => {
  expect(await ask('1000 * 1.5', { locale: 'de-DE' })).toBe('1.500')
  expect(await ask('Wer bist du?', { locale: 'fr-FR' })).toBe(textOf('de-DE').answers.whoAreYou)
})
